import { conditionOfRemoval } from "./conditions.ts";
import { type Operation, requireBucket } from "./operation.ts";

/** DeleteObject, conditional if it says so: that there is no such object is no error. */
export const deleteObject: Operation = {
  methods: ["DELETE"],
  target: "object",
  parameters: [],
  run: (call) => {
    requireBucket(call);
    call.store.remove(call.request.bucket, call.request.key, conditionOfRemoval(call.request));
    call.response.writeHead(204).end();
  },
};
