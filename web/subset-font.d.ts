declare module "subset-font" {
  type Options = { targetFormat: "sfnt" | "woff2"; variationAxes?: Readonly<Record<string, number>> };
  /** Cuts a font down to the characters of a text, and a variable one down to an instance. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
