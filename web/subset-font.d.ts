declare module "subset-font" {
  type Options = { targetFormat: "sfnt" | "woff2"; variationAxes?: Readonly<Record<string, number>> };
  /** `variationAxes` fixes each named axis of a variable font at one value. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
