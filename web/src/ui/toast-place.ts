/** From where to where something reaches down the window, in px from its top. */
export type Band = { top: number; bottom: number };

type Request = {
  /** The part of the window that is seen. */
  view: Band;
  /** The height of what is to be placed, in px. */
  height: number;
  /** What must stay free of it, in any order. */
  taken: readonly Band[];
};

/** How far a message keeps from what can be used, and from the window's edges, in px. */
const distance = 8;

/**
 * Where a message covers nothing that can be used: at the bottom if that is free, else in the first gap from the top.
 * @returns its top in px; null if there is no such place
 */
export function freePlace({ view, height, taken }: Request): number | null {
  const isFree = (top: number) =>
    top >= view.top + distance &&
    top + height <= view.bottom - distance &&
    taken.every((band) => band.bottom + distance <= top || top + height + distance <= band.top);
  const belowEach = taken.map(({ bottom }) => bottom + distance).toSorted((one, other) => one - other);
  const places = [view.bottom - 2 * distance - height, view.top + distance, ...belowEach];
  return places.find(isFree) ?? null;
}
