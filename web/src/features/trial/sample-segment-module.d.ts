declare module "virtual:sample-segment" {
  export const sampleSegment: import("./sample-segment.ts").SampleSegment;
}
