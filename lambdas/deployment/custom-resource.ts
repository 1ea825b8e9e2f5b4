import * as z from "zod/mini";
import { attemptTimeoutMs } from "../runtime/time-limits.ts";

/** CloudFormation's request: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
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

/** Physical id of a created resource, and the attributes that the template may read. */
export type CreatedResource = { id: string; data?: Readonly<Record<string, string>> };

export type ResourceResponse = {
  Status: "SUCCESS" | "FAILED";
  Reason?: string;
  PhysicalResourceId: string;
  Data?: Readonly<Record<string, string>>;
};

export type SendResourceResponse = (request: ResourceRequest, answer: ResourceResponse) => Promise<void>;

export const sendResourceResponse: SendResourceResponse = async (request, answer) => {
  const { StackId, RequestId, LogicalResourceId } = request;
  const response = await fetch(request.ResponseURL, {
    method: "PUT",
    signal: AbortSignal.timeout(attemptTimeoutMs("service")),
    // For a buffer, fetch sends no content type. The URL's signature does not allow one.
    body: Buffer.from(JSON.stringify({ StackId, RequestId, LogicalResourceId, ...answer })),
  });
  if (!response.ok) throw new Error(`CloudFormation refused the response: ${response.status}`);
};

/** The handler also responds after a failure, because otherwise the deployment would wait for the response. */
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
