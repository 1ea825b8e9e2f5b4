import { inject } from "vitest";

// What tests call in their own process, handlers among it, is no function of the cloud, and goes past what guards it.
process.env["AWS_ENDPOINT_URL_DYNAMODB"] = inject("cloud").dynamodbUrl;
