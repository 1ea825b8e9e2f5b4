import { parseSync, Visitor } from "vite";

/** A text of a source file with its line, counted from 1. */
export type SourceText = { line: number; text: string };

function parse(file: string, source: string) {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be parsed: ${parsed.errors[0]?.message}`);
  return parsed;
}

const lineOf = (source: string, offset: number) => source.slice(0, offset).split("\n").length;

export function docstringsOf(file: string, source: string): SourceText[] {
  return parse(file, source)
    .comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .map(({ start, value }) => ({
      line: lineOf(source, start),
      text: value.replaceAll(/(^|\n)\s*\*+ ?/g, "$1").trim(),
    }));
}

/** Attributes whose text users do not see. */
const technicalAttributes = new Set([
  "className",
  "id",
  "key",
  "href",
  "to",
  "type",
  "name",
  "form",
  "role",
  "autoComplete",
]);

/** Returns the strings, templates and JSX texts of several words, except those of errors and technical attributes. */
export function readableTextsOf(file: string, source: string): SourceText[] {
  const texts: SourceText[] = [];
  let technical = 0;
  const add = (start: number, text: string) => {
    if (technical === 0 && /\p{L}/u.test(text) && /\S\s+\S/.test(text.trim())) {
      texts.push({ line: lineOf(source, start), text: text.trim().replaceAll(/\s+/g, " ") });
    }
  };
  const isTechnical = (node: { name: { type: string; name?: unknown } }) =>
    node.name.type === "JSXIdentifier" && technicalAttributes.has(String(node.name.name));
  const isError = (node: { callee: { type: string; name?: unknown } }) =>
    node.callee.type === "Identifier" && String(node.callee.name).endsWith("Error");
  new Visitor({
    JSXAttribute(node) {
      if (isTechnical(node)) technical++;
    },
    "JSXAttribute:exit"(node) {
      if (isTechnical(node)) technical--;
    },
    NewExpression(node) {
      if (isError(node)) technical++;
    },
    "NewExpression:exit"(node) {
      if (isError(node)) technical--;
    },
    JSXText(node) {
      add(node.start, node.value);
    },
    Literal(node) {
      if (typeof node.value === "string") add(node.start, node.value);
    },
    TemplateElement(node) {
      add(node.start, node.value.cooked ?? "");
    },
  }).visit(parse(file, source).program);
  return texts;
}
