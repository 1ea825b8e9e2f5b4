import { type KeyboardEvent, useRef, useState } from "react";
import type { CalendarDay, CalendarWeek } from "../../../../domain/study/practice-days.ts";
import { daysText, dayText, monthText, recordedText, shortDayText } from "./progress-text.ts";
import "./practice-calendar.css";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** In days. */
const keySteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

function dayAfterKey(key: string, day: number, first: number, today: number): number | null {
  if (key === "Home") return first;
  if (key === "End") return today;
  const step = keySteps[key];
  if (step === undefined) return null;
  const next = day + step;
  return next < first || next > today ? day : next;
}

type DayProps = { day: CalendarDay; today: number; isChosen: boolean; onChoose: (day: number) => void };

function DayCell({ day, today, isChosen, onChoose }: DayProps) {
  if (day.isFuture) return <td />;
  return (
    <td>
      <button
        type="button"
        data-day={day.day}
        data-amount={day.amount}
        aria-label={dayText(day, today)}
        aria-current={day.day === today ? "date" : undefined}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => onChoose(day.day)}
        onFocus={() => onChoose(day.day)}
        onPointerEnter={() => onChoose(day.day)}
      />
    </td>
  );
}

function WeekHeading({ weeks, at }: { weeks: readonly CalendarWeek[]; at: number }) {
  const [week, before] = [weeks[at], weeks[at - 1]];
  if (!week) return null;
  const name = monthText(week.monday);
  return (
    <th scope="col">
      <span className="visually-hidden">Week of {shortDayText(week.monday)}</span>
      <span aria-hidden="true">{!before || monthText(before.monday) !== name ? name : ""}</span>
    </th>
  );
}

type Props = { weeks: readonly CalendarWeek[]; today: number };

function CalendarGrid({ weeks, today, chosen, onChoose }: Props & { chosen: number; onChoose: (day: number) => void }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const first = weeks[0]?.monday ?? today;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, chosen, first, today);
    if (next === null) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <table className="calendar" dir="ltr" aria-labelledby="practice-days">
      <thead>
        <tr>
          <td />
          {weeks.map(({ monday }, at) => (
            <WeekHeading key={monday} weeks={weeks} at={at} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {weekdays.map((name, at) => (
          <tr key={name}>
            <th scope="row">
              <span className="visually-hidden">{name}</span>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
            </th>
            {weeks.map(({ monday, days }) => {
              const day = days[at];
              return day && <DayCell key={monday} {...{ day, today, onChoose }} isChosen={day.day === chosen} />;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const legend = [
  { amount: "some", text: "Practised" },
  { amount: "more", text: "5 min or more recorded" },
  { amount: "most", text: "15 min or more recorded" },
] as const;

function WeekTable({ weeks }: Pick<Props, "weeks">) {
  return (
    <details className="calendar-weeks">
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Days</th>
            <th scope="col">Recorded</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ monday, practised, seconds }) => (
            <tr key={monday}>
              <th scope="row">{shortDayText(monday)}</th>
              <td>{practised}</td>
              <td>{recordedText(seconds).replace(" recorded", "") || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function PracticeCalendar({ weeks, today }: Props) {
  const [chosen, setChosen] = useState(today);
  const shown = weeks.flatMap(({ days }) => days).find(({ day }) => day === chosen);
  const total = daysText(weeks);
  return (
    <section aria-labelledby="practice-days">
      <h2 id="practice-days">Days of practice</h2>
      <p className="progress-quiet">
        {total === ""
          ? `No practice to show for the last ${weeks.length} weeks.`
          : `Last ${weeks.length} weeks: ${total}. Recorded time does not include mock exams.`}
      </p>
      <CalendarGrid {...{ weeks, today, chosen }} onChoose={setChosen} />
      {/* Hidden from screen readers, because the day's button has this text as its accessible name. */}
      <p className="calendar-day" aria-hidden="true">
        {shown && dayText(shown, today)}
      </p>
      <ul className="calendar-legend">
        {legend.map(({ amount, text }) => (
          <li key={amount}>
            <i data-amount={amount} aria-hidden="true" />
            {text}
          </li>
        ))}
        <li>
          <i data-today="true" aria-hidden="true" />
          Today (a day starts at 4 a.m.)
        </li>
      </ul>
      <WeekTable weeks={weeks} />
    </section>
  );
}
