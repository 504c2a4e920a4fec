/** A figure at a moment. */
export interface Sample {
  hour: number
  value: number
}

/** How much a figure grows in an hour, over the second half of its samples: the line that fits them best. */
export function slope(samples: readonly Sample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const meanHour = mean(half.map(({ hour }) => hour))
  const meanValue = mean(half.map(({ value }) => value))
  let [rise, run] = [0, 0]
  for (const { hour, value } of half) {
    rise += (hour - meanHour) * (value - meanValue)
    run += (hour - meanHour) ** 2
  }
  return rise / run
}
