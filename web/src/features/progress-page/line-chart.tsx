/** In units of the drawing, which the page stretches. */
const width = 240;
const height = 72;
const padding = 6;

type Point = { week: number; x: number; y: number };

function pointsOf(values: readonly (number | null)[], highest: number): Point[] {
  const step = (width - 2 * padding) / Math.max(1, values.length - 1);
  return values.flatMap((value, week) => {
    if (value === null) return [];
    const share = highest === 0 ? 0 : value / highest;
    return [{ week, x: padding + week * step, y: height - padding - share * (height - 2 * padding) }];
  });
}

type Props = { values: readonly (number | null)[]; format: (value: number) => string };

/**
 * Hidden from screen readers, because the figure's caption has the main values. `values` has one value per week, the
 * current week last.
 */
export function LineChart({ values, format }: Props) {
  const highest = Math.max(0, ...values.flatMap((value) => value ?? []));
  const points = pointsOf(values, highest);
  return (
    <div className="line-chart" dir="ltr" aria-hidden="true">
      <span className="line-chart-highest">{format(highest)}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <title>Weekly values</title>
        <line className="line-chart-base" x1={0} x2={width} y1={height - padding} y2={height - padding} />
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {points.map(({ week, x, y }) => (
          // A line without length keeps its round ends in a stretched drawing. A circle would become an ellipse.
          <line key={week} className="line-chart-point" x1={x} x2={x} y1={y} y2={y} />
        ))}
      </svg>
      <span>{values.length - 1} weeks ago</span>
      <span>This week</span>
    </div>
  );
}
