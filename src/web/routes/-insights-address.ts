/** The unchecked search of /insights. The screen says which parts it ignores. */
export interface InsightsSearch {
  status?: unknown
  scene?: unknown
  from?: unknown
  to?: unknown
}

/** Keeps the four parameters. */
export function readInsightsAddress({
  status,
  scene,
  from,
  to,
}: Record<string, unknown>): InsightsSearch {
  return {
    ...(status !== undefined && { status }),
    ...(scene !== undefined && { scene }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
