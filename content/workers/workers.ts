import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";

/** Does the same work on many things, in as many threads as the machine has cores; must be ended after use. */
export type Workers<Input, Output> = {
  /** How many things to have under way, so that no thread waits for what it works on. */
  atOnce: number;
  /** @throws what the work throws, as a plain Error; Error in a sentence if the thread itself ends */
  run: (input: Input) => Promise<Output>;
  /** Ends the threads, whatever they are at. */
  end: () => Promise<void>;
};

/**
 * Makes ready threads; each starts when it is first needed. What goes in and comes out is copied.
 * @param file with the work, as the function that it exports under `name`
 * @param things how many there will be: no more threads start than that
 */
export function startWorkers<Input, Output>(file: URL, name: string, things: number): Workers<Input, Output> {
  const threads = Math.max(1, Math.min(availableParallelism(), things));
  const pool = new Tinypool({ filename: file.href, name, minThreads: 1, maxThreads: threads });
  return {
    atOnce: threads + 1,
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
