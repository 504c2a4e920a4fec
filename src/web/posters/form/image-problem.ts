import { type ImageUrlProblem, MAX_IMAGE_URL_LENGTH } from '#contract/image-url.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'

const imageProblems: Record<ImageUrlProblem, () => string> = {
  empty: m.image_problem_empty,
  scheme: m.image_problem_scheme,
  'blank-inside': m.image_problem_blank_inside,
  'too-long': () => m.image_problem_too_long({ max: formatNumber(MAX_IMAGE_URL_LENGTH) }),
  'no-host': m.image_problem_no_host,
  credentials: m.image_problem_credentials,
  'not-a-url': m.image_problem_not_a_url,
  'private-host': m.image_problem_private_host,
}

/** What is wrong with an image URL, in words. */
export function imageProblemWords(problem: ImageUrlProblem): string {
  return imageProblems[problem]()
}
