/** `samples` are mono at `sampleRate` Hz, with full scale -1 to 1. */
export type EncodeRequest = { id: number; samples: Float32Array<ArrayBuffer>; sampleRate: number };

export type EncodeResponse = { id: number; mp3: ArrayBuffer } | { id: number; error: string };
