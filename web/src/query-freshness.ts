const minute = 60_000;
const hour = 60 * minute;

/** How long each kind of answer counts as fresh and is kept, in ms. */
export const freshness = {
  account: { staleTime: 5 * minute, gcTime: 30 * minute },
  completedScenarios: { staleTime: 5 * minute, gcTime: 30 * minute },
  topicsAndScenarios: { staleTime: hour, gcTime: 4 * hour },
  segments: { staleTime: hour, gcTime: 4 * hour },
} as const;

/** What holds for every query: one retry, and no refetch on focus, mount or reconnect. */
export const queryDefaults = {
  retry: 1,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
} as const;
