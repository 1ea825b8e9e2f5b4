declare module "subset-font" {
  type Options = { targetFormat: "sfnt" | "woff2"; variationAxes?: Readonly<Record<string, number>> };
  /** Subsets a font to the characters of a text. `variationAxes` reduces a variable font to one instance. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
