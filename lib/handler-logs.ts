import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { MetricName } from "../domain/metrics.ts";
import { addLogMetric } from "./metrics.ts";

/** Why: docs/decisions/0160-one-log-group-for-each-area.md */
export class HandlerLogs extends Construct {
  readonly #retention: RetentionDays;
  readonly #groups = new Map<string, LogGroup>();
  readonly #counted = new Set<string>();

  constructor(scope: Construct, id: string, { retention }: { retention: RetentionDays }) {
    super(scope, id);
    this.#retention = retention;
  }

  of(area: string): LogGroup {
    const known = this.#groups.get(area);
    if (known) return known;
    const group = new LogGroup(this, area, { retention: this.#retention, removalPolicy: RemovalPolicy.DESTROY });
    this.#groups.set(area, group);
    return group;
  }

  /** Several handlers of an area may name the same metric. */
  count(area: string, names: readonly MetricName[]): void {
    for (const name of names) {
      const key = `${area} ${name}`;
      if (this.#counted.has(key)) continue;
      this.#counted.add(key);
      addLogMetric(this.of(area), name);
    }
  }

  all(): LogGroup[] {
    return [...this.#groups.values()];
  }
}
