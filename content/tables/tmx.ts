import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
import { findLanguage, type LanguageName, languageCodesOf } from "../../domain/content/language.ts";
import { findEnglish } from "../authoring/detect-language.ts";
import { maxAuthoredBytes } from "../files/json-file.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { guardFormula } from "./cells.ts";
import { type Column, columns } from "./columns.ts";
import { type ExportedDialogue, toTableRows } from "./format-dialogue-table.ts";
import { type Row, toCell } from "./read-table.ts";

/*
 * Translation Memory eXchange 1.4b, level 1: https://www.gala-global.org/tmx-14b, read on 2026-11-26.
 * Each segment is a translation unit. Facts that have no element in TMX are properties, such as `x-speaker`.
 */

/** A node of the parser. One key is the name of an element, or "#text". The key ":@" contains the attributes. */
type Node = Readonly<Record<string, unknown>>;

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Without this option, the parser leaves numeric references such as &#x2019; as they are.
  htmlEntities: true,
} as const;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const childrenOf = (node: Node | undefined, name: string): Node[] => {
  const children = node?.[name];
  return Array.isArray(children) ? children.filter(isNode) : [];
};
const elementsIn = (nodes: readonly Node[], name: string) => nodes.filter((node) => name in node);

function attributeOf(node: Node | undefined, name: string): string {
  const attributes = node?.[":@"];
  return isNode(attributes) ? String(attributes[name] ?? "") : "";
}

/** Elements that contain code of the original document instead of text (section "Content markup"). */
const codeElements = ["bpt", "ept", "it", "ph", "ut"];

/** Includes highlighted text (`hi`). */
function textIn(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ("#text" in node) return String(node["#text"]);
      const name = Object.keys(node).find((key) => key !== ":@") ?? "";
      return codeElements.includes(name) ? "" : textIn(childrenOf(node, name));
    })
    .join("");
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The file is in neither UTF-8 nor UTF-16: save it as UTF-8 and try again.");
  }
}

function parseXml(text: string): Node[] {
  // Refuses declarations of entities, because entities can expand to a huge text.
  if (text.includes("<!ENTITY")) throw new Error("The file declares entities: export it as TMX 1.4 again.");
  const validity = XMLValidator.validate(text);
  if (validity !== true) throw new Error(`The file is not XML: ${validity.err.msg} (line ${validity.err.line}).`);
  const nodes: unknown = new XMLParser(options).parse(text);
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

const matches = (language: LanguageName, tag: string) => {
  const found = findLanguage(language);
  const codes = found ? [found.tag.toLowerCase(), ...languageCodesOf(found)] : [];
  return [tag.toLowerCase(), tag.toLowerCase().split("-")[0] ?? ""].some((code) => codes.includes(code));
};

function propertiesOf(nodes: readonly Node[]): Map<string, string> {
  return new Map(
    elementsIn(nodes, "prop").map((prop) => [attributeOf(prop, "type"), textIn(childrenOf(prop, "prop"))]),
  );
}

function readUnit(unit: Node, language: LanguageName, sourceTag: string): Partial<Record<Column, string>> | null {
  const children = childrenOf(unit, "tu");
  const variants = elementsIn(children, "tuv").flatMap((variant) => {
    // Older versions of TMX use `lang`.
    const tag = attributeOf(variant, "xml:lang") || attributeOf(variant, "lang");
    const spoken = (["english", language] as const).find((one) => matches(one, tag));
    const [segment] = elementsIn(childrenOf(variant, "tuv"), "seg");
    return spoken && segment ? [{ spoken, text: textIn(childrenOf(segment, "seg")) }] : [];
  });
  const source = attributeOf(unit, "srclang") || sourceTag;
  const original = variants.find(({ spoken }) => matches(spoken, source)) ?? variants[0];
  const translation = variants.find(({ spoken }) => spoken !== original?.spoken);
  if (!original || !translation) return null;
  const properties = propertiesOf(children);
  const facts = columns.flatMap((column) => {
    const value = properties.get(`x-${column}`);
    return value === undefined ? [] : [[column, value] as const];
  });
  return {
    ...Object.fromEntries(facts),
    ...{ original: original.text, translation: translation.text, language: original.spoken },
  };
}

/**
 * Returns the rows of a table: the headings, and one row for each translation unit in both languages.
 * @param language the dialogue's language besides English
 */
export async function readTmx(file: string, language: LanguageName): Promise<Row[]> {
  const nodes = parseXml(decode(await readRegularFile(file, { most: maxAuthoredBytes, follow: true })));
  const [tmx] = elementsIn(nodes, "tmx");
  if (!tmx) throw new Error("The file is not TMX: its first element is not “tmx”.");
  const parts = childrenOf(tmx, "tmx");
  const [header] = elementsIn(parts, "header");
  const units = elementsIn(childrenOf(elementsIn(parts, "body")[0], "body"), "tu");
  const rows = units.flatMap((unit) => readUnit(unit, language, attributeOf(header, "srclang")) ?? []);
  if (rows.length === 0) throw new Error(`The file has no translation unit in English and ${language}.`);
  const shown = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const texts = [shown, ...rows.map((row) => shown.map((column) => guardFormula(row[column] ?? "")))];
  return texts.map((cells, at) => ({ row: at + 1, cells: cells.map((text, index) => toCell(text, at + 1, index)) }));
}

const text = (value: string): Node[] => [{ "#text": value }];
const element = (name: string, attributes: Readonly<Record<string, string>>, children: Node[]): Node => ({
  [name]: children,
  ":@": attributes,
});

export function formatDialogueTmx(dialogue: ExportedDialogue, language: LanguageName): string {
  const tagOf = (spoken: string) => findLanguage(spoken)?.tag ?? "en";
  const units = toTableRows(dialogue).map(({ original, translation, language: stated, ...facts }, index) => {
    // A pack may not state the language of an original.
    const spoken =
      stated !== "" ? stated : findEnglish(language, original, translation) === "one" ? "english" : language;
    const listener = spoken === "english" ? language : "english";
    const properties = Object.entries(facts).filter(([, value]) => value !== "");
    const variant = (name: string, words: string) =>
      element("tuv", { "xml:lang": tagOf(name) }, [element("seg", {}, text(words))]);
    return element("tu", { tuid: `segment-${index + 1}`, srclang: tagOf(spoken), datatype: "plaintext" }, [
      ...properties.map(([name, value]) => element("prop", { type: `x-${name}` }, text(value))),
      ...[variant(spoken, original), variant(listener, translation)],
    ]);
  });
  const header = {
    ...{ creationtool: "Parlance", creationtoolversion: "1", segtype: "block", "o-tmf": "Parlance" },
    ...{ adminlang: "en", srclang: "*all*", datatype: "plaintext" },
  };
  const document = element("tmx", { version: "1.4" }, [element("header", header, []), element("body", {}, units)]);
  // The builder escapes the five characters of XML markup.
  const xml = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: "" }).build([
    document,
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}
