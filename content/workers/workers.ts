import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";

/** Does the same work on many things; must be ended after use. */
export type Workers<Input, Output> = {
  /** How many things to have under way, so that none of it waits for what it works on. */
  concurrency: number;
  /** @throws what the work throws, as a plain Error; Error in a sentence if a thread itself ends */
  run: (input: Input) => Promise<Output>;
  /** Ends threads, whatever they are at; nothing more is begun. */
  end: () => Promise<void>;
};

/** Until a thread has started and loaded its work, this thread has done so many things. */
const fewItems = 8;

/**
 * Makes ready what does the work: this thread if there is little of it, else as many threads as the machine has cores, each
 * of which starts when it is first needed. What goes in and comes out may be copied.
 * @param work exported under its name by a file of its own
 * @param file that threads load it from
 * @param things how many there will be: no more threads start than that
 */
export function startWorkers<Input, Output>(
  work: (input: Input) => Promise<Output>,
  file: URL,
  things: number,
): Workers<Input, Output> {
  return things <= fewItems ? createLocalWorkers(work) : createThreadWorkers(file, work.name, things);
}

// What the work keeps for the next thing, such as a decoder, is for one thing at a time.
let lastLocalTask: Promise<unknown> = Promise.resolve();

function createLocalWorkers<Input, Output>(work: (input: Input) => Promise<Output>): Workers<Input, Output> {
  let ended = false;
  return {
    concurrency: 2,
    run: (input) => {
      const result = lastLocalTask.then(() => {
        if (ended) throw new Error("The work was ended before this was begun.");
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
        throw new Error(`A thread that works on sound ended (${error.code}): the machine may have too little memory.`);
      }
    },
    end: () => pool.destroy(),
  };
}
