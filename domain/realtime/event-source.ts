export const eventSource = "parlance";
