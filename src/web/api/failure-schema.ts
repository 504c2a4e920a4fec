import * as z from 'zod/mini'

import { HOST_ERROR_CODES } from '#contract/host-error-code.ts'

/** What the service or the host says. */
const message = z.catch(z.string(), '')
/** milliseconds since the epoch, null if the service did not name a time */
const retryAt = z.catch(z.nullable(z.number()), null)
/** why our host answered, if it did so instead of the service, or read what the service said */
const hostErrorCode = z.exactOptional(z.enum(HOST_ERROR_CODES))
/** the ID of the request, for support: the log of the host has it, too */
const requestId = z.optional(z.catch(z.optional(z.string()), undefined))

/**
 * Why a request has no usable answer, as the type ApiFailure has it: in a schema, as what became of a poster is stored. Browsers
 * do not distinguish network, DNS, CORS and TLS failures: all of them are `unreachable`. (spec: "Errors": not shown)
 */
export const apiFailure = z.union([
  z.object({ kind: z.enum(['offline', 'unreachable', 'timeout', 'cancelled']), requestId }),
  z.object({ kind: z.enum(['unauthorized', 'forbidden']), message, requestId }),
  z.object({ kind: z.literal('rate-limited'), message, retryAt, requestId }),
  z.object({
    kind: z.literal('refused'),
    code: z.number(),
    /** the code, if the service has words for codes: "IMAGE_TOO_SMALL" */
    word: z.exactOptional(z.string()),
    message,
    /** only for TOO_EARLY */
    retryAt: z.exactOptional(retryAt),
    hostErrorCode,
    requestId,
  }),
  z.object({
    kind: z.literal('server'),
    status: z.number(),
    message,
    /** the host says that the request never reached the service */
    notSent: z.boolean(),
    hostErrorCode,
    retryAt,
    requestId,
  }),
  z.object({
    kind: z.literal('unreadable'),
    /**
     * What is wrong with the answer. `not-json`: it is HTML, empty or cut off; something between the browser and
     * the service may have caused this. `contradiction`: it says both that a task was created and that it was
     * refused. `defect`: our own code failed while reading it.
     */
    issue: z.enum([
      'not-json',
      'not-an-envelope',
      'other-data',
      'no-uuid',
      'contradiction',
      'too-large',
      'defect',
    ]),
    /** the message of the reply, if any */
    message: z.exactOptional(z.string()),
    requestId,
  }),
  /**
   * Something in front of our host has answered in its place, and wants a sign-in. notSent: the request went no further;
   * isBasic: it wants the header that the key needs
   */
  z.object({
    kind: z.literal('sign-in'),
    notSent: z.boolean(),
    isBasic: z.boolean(),
    requestId,
  }),
  /** Something in front of our host has refused the request, or has had no answer of it (5xx). */
  z.object({ kind: z.literal('front'), status: z.number(), retryAt, requestId }),
])
