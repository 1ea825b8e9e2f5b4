import { Construct } from "constructs";
import { EmptySecret } from "./empty-secret.ts";

export class Payments extends Construct {
  readonly secret: EmptySecret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.secret = new EmptySecret(this, "Keys", {
      description: "Parlance's keys at Stripe, as JSON: apiKey and webhookSecret",
      noRotationReason: "Only Stripe makes these keys, and an operator rolls them there.",
    });
  }
}
