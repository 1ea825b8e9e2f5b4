declare module "virtual:faces.css";
declare module "virtual:colors.css";
declare module "virtual:amplify.css";
declare module "virtual:sample-segment" {
  export const sampleSegment: import("./features/trial/sample-segment.ts").SampleSegment;
}
