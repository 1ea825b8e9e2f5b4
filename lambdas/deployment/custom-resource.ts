import * as z from "zod/mini";
import { attemptTimeoutMs } from "../runtime/time-limits.ts";

/** What CloudFormation asks: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
export const ResourceRequest = z.looseObject({
  RequestType: z.enum(["Create", "Update", "Delete"]),
  RequestId: z.string(),
  ResponseURL: z.url(),
  StackId: z.string(),
  LogicalResourceId: z.string(),
  PhysicalResourceId: z.optional(z.string()),
  ResourceProperties: z.record(z.string(), z.unknown()),
});
export type ResourceRequest = z.output<typeof ResourceRequest>;

/** A resource that was created: its physical id, and the attributes that the template may read. */
export type CreatedResource = { id: string; data?: Readonly<Record<string, string>> };

/** What CloudFormation is told. */
export type ResourceResponse = {
  Status: "SUCCESS" | "FAILED";
  Reason?: string;
  PhysicalResourceId: string;
  Data?: Readonly<Record<string, string>>;
};

/** Tells CloudFormation how a request ended. */
export type SendResourceResponse = (request: ResourceRequest, answer: ResourceResponse) => Promise<void>;

/** Answers at the address that the request names. */
export const sendResourceResponse: SendResourceResponse = async (request, answer) => {
  const { StackId, RequestId, LogicalResourceId } = request;
  const response = await fetch(request.ResponseURL, {
    method: "PUT",
    signal: AbortSignal.timeout(attemptTimeoutMs("service")),
    // As bytes, it goes without a content type, for which the address is not signed.
    body: Buffer.from(JSON.stringify({ StackId, RequestId, LogicalResourceId, ...answer })),
  });
  if (!response.ok) throw new Error(`CloudFormation took no answer: ${response.status}`);
};

/**
 * Makes a reaction to CloudFormation's requests out of a function that makes, changes or removes a resource. However it
 * ends CloudFormation is told, because a deployment waits for the answer.
 */
export function createResourceHandler<Services>(
  make: (request: ResourceRequest, services: Services) => Promise<CreatedResource>,
) {
  return async (request: ResourceRequest, services: Services & { answer: SendResourceResponse }): Promise<void> => {
    try {
      const { id, data } = await make(request, services);
      await services.answer(request, { Status: "SUCCESS", PhysicalResourceId: id, ...(data ? { Data: data } : {}) });
    } catch (error) {
      await services.answer(request, {
        Status: "FAILED",
        Reason: "It failed; the function's log says why",
        PhysicalResourceId: request.PhysicalResourceId ?? request.LogicalResourceId,
      });
      throw error;
    }
  };
}
