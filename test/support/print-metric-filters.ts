/* A program that writes which metrics the template has counted from the logs of which handler, as JSON. */
import * as z from "zod";
import { deployedHandlers } from "../lib/handlers.ts";
import { find, findOne, referenceOf, synthesise } from "../lib/synthesise.ts";

const Filter = z.object({
  LogGroupName: z.unknown(),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([z.object({ MetricName: z.string(), MetricValue: z.literal("1") })]),
});

const template = synthesise();
const filters = find(template, "AWS::Logs::MetricFilter").map(({ properties }) => Filter.parse(properties));
const counted = deployedHandlers(template).map(({ handler, resource }) => {
  const log = findOne(template, "AWS::Logs::LogGroup", resource.path.replace(/Function$/, "Logs"));
  const own = filters.filter(({ LogGroupName }) => referenceOf(LogGroupName) === log.id);
  const patterns = own.map(({ FilterPattern, MetricTransformations: [{ MetricName }] }) => [MetricName, FilterPattern]);
  return [handler, Object.fromEntries(patterns)];
});

process.stdout.write(JSON.stringify(Object.fromEntries(counted)));
