import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { operationOf, reply } from '#host/raw-http.fixture.ts'
import { startFaultServer } from '#e2e/matrices/fault-injection/server.ts'

/** What the service says: data, or that it refuses and why, in the envelope or in a list of problems. */
export type Answer =
  | { readonly data: unknown }
  | { readonly refusal: string; readonly isListed?: boolean }

/** A service in this process with scripted answers. */
export interface InjectionService {
  /** for TASK_API_URL */
  readonly baseUrl: string
  /** what it says to lists without a filter, by their page; totals and lookups find nothing */
  list: (page: number) => Answer
  /** what it says to creations */
  creation: () => Answer
  /** how many creations have arrived */
  readonly creations: number
  close(): Promise<void>
}

/** A code that says nothing but no; with as many digits as 200. */
const REFUSED = 400

const NOTHING = { list: [], total: 0 }

/** Starts the service. */
export async function startInjectionService(): Promise<InjectionService> {
  let creations = 0
  const server = await startFaultServer('', (request) => {
    const operation = operationOf(request, '')
    if (operation === 'listVideoTasks') {
      const query = new URL(request.target, 'http://service.example').searchParams
      const page = Number(query.get('page') ?? DEFAULT_LIST_REQUEST.pageNumber)
      const size = Number(query.get('page_size') ?? DEFAULT_LIST_REQUEST.pageSize)
      const isFigure = query.has('status') || size === 1
      const answer =
        isFigure && !isRefusal(service.list(1)) ? { data: NOTHING } : service.list(page)
      return send(answer, { page, page_size: size })
    }
    if (operation === 'createPosterTask') {
      creations += 1
      return send(service.creation(), {})
    }
    return reply(404, JSON.stringify(errorEnvelope(404, 'no such operation')))
  })
  const service: InjectionService = {
    baseUrl: server.origin,
    list: () => ({ data: NOTHING }),
    creation: () => ({ data: null }),
    get creations() {
      return creations
    },
    close: () => server.close(),
  }
  return service
}

function isRefusal(answer: Answer): boolean {
  return 'refusal' in answer
}

/** HTTP 200 with the refusal in the envelope, so that the console stays silent. */
function send(answer: Answer, echo: object): Buffer {
  const envelope =
    'refusal' in answer ? refusalOf(answer) : successEnvelope({ ...echo, ...asObject(answer.data) })
  return reply(200, JSON.stringify(envelope))
}

function refusalOf({ refusal, isListed = false }: Extract<Answer, { refusal: string }>): object {
  if (!isListed) return errorEnvelope(REFUSED, refusal)
  return { code: REFUSED, detail: [{ loc: ['body', 'image_url'], msg: refusal }] }
}

function asObject(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {}
}
