import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";

/** Call `end` after use. */
export type Workers<Input, Output> = {
  /** The number of inputs to pass to `run` at once, so that no thread is idle. */
  concurrency: number;
  /**
   * @throws the error that the work threw. An error from a thread loses a custom class and custom fields.
   * @throws Error if a thread ends, or if `end` is called before the input is processed
   */
  run: (input: Input) => Promise<Output>;
  /** No further input is processed. */
  end: () => Promise<void>;
};

/** For up to this number of inputs, no thread is started, because starting a thread takes time. */
const fewItems = 8;

/**
 * Other threads receive copies of inputs, and return copies of results.
 * @param work a named export of `file`, which threads load
 * @param things the number of inputs
 */
export function startWorkers<Input, Output>(
  work: (input: Input) => Promise<Output>,
  file: URL,
  things: number,
): Workers<Input, Output> {
  return things <= fewItems ? createLocalWorkers(work) : createThreadWorkers(file, work.name, things);
}

// Processes one input at a time, because objects that `work` caches, such as a decoder, cannot process two at once.
let lastLocalTask: Promise<unknown> = Promise.resolve();

function createLocalWorkers<Input, Output>(work: (input: Input) => Promise<Output>): Workers<Input, Output> {
  let ended = false;
  return {
    concurrency: 2,
    run: (input) => {
      const result = lastLocalTask.then(() => {
        if (ended) throw new Error("The workers were ended before this input.");
        return work(input);
      });
      lastLocalTask = result.catch(() => undefined);
      return result;
    },
    end: async () => {
      ended = true;
    },
  };
}

function createThreadWorkers<Input, Output>(file: URL, name: string, things: number): Workers<Input, Output> {
  const threads = Math.max(1, Math.min(availableParallelism(), things));
  const pool = new Tinypool({ filename: file.href, name, minThreads: 1, maxThreads: threads });
  return {
    concurrency: threads + 1,
    run: async (input) => {
      try {
        return await pool.run(input);
      } catch (error) {
        if (!(error instanceof Error) || !("code" in error)) throw error;
        throw new Error(`A thread that processes sound ended (${error.code}): the machine may have too little memory.`);
      }
    },
    end: () => pool.destroy(),
  };
}
