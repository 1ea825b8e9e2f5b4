declare module "subset-font" {
  type Options = { targetFormat: "sfnt" | "woff2"; variationAxes?: Readonly<Record<string, number>> };
  /** Subsets a font to the characters of a text. `variationAxes` fixes axes of a variable font at one value. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
