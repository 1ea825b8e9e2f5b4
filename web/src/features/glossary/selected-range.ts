import type { SegmentSide, TextRange } from "../../../../domain/study/term-selection.ts";

/** Attribute of an element whose only text is a script of a segment. */
export const scriptSideAttribute = "data-script-side";

export type SelectedScript = {
  side: SegmentSide;
  range: TextRange;
  /** In pixels of the window. */
  place: { left: number; bottom: number };
};

function scriptsIn(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(`[${scriptSideAttribute}]`)];
}

/** The point may be outside the element. */
function charactersBefore(element: HTMLElement, node: Node, offset: number): number {
  const whole = document.createRange();
  whole.selectNodeContents(element);
  const order = whole.comparePoint(node, offset);
  if (order < 0) return 0;
  if (order === 0) whole.setEnd(node, offset);
  return whole.toString().length;
}

/** If the selection includes text of several scripts, the first script counts. */
export function selectedScript(container: HTMLElement, selection: Selection | null): SelectedScript | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  for (const script of scriptsIn(container)) {
    if (!range.intersectsNode(script)) continue;
    const start = charactersBefore(script, range.startContainer, range.startOffset);
    const end = charactersBefore(script, range.endContainer, range.endOffset);
    if (start >= end) continue;
    const side = script.getAttribute(scriptSideAttribute) === "translation" ? "translation" : "original";
    const { left, bottom } = [...range.getClientRects()].at(-1) ?? script.getBoundingClientRect();
    return { side, range: { start, end }, place: { left, bottom } };
  }
  return null;
}
