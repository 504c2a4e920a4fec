import { lookAtStrings } from '#e2e/injection/look.ts'

import { switchAccounts } from './account-switches.ts'
import { spendHours } from './long-use.ts'
import type { ProofResult, ProofSetting } from './proof-figures.ts'
import { submitToSeveralHosts } from './several-hosts.ts'
import { submitUnderFaults } from './submissions.ts'

/** A proof that repeats its work, by `npm run prove`. */
interface Proof {
  /** what `npm run prove -- --again=` calls it */
  readonly name: string
  readonly title: string
  /** one paragraph of the report: what was done */
  readonly done: string
  /** the variable of scripts/prove.ts that says how often it does its work */
  readonly size: string
  /** how often it does so by default */
  readonly short: number
  readonly run: (setting: ProofSetting, count: number) => Promise<ProofResult>
}

/** Every proof that has no folder of its own. */
export const proofs: readonly Proof[] = [
  {
    name: 'account-switches',
    title: "Another account's rows are never shown",
    done: 'One tab goes from account to account through its own menu and forms; lists take a random time, so that replies of one account come while another is at work.',
    size: 'PROVE_SWITCHES',
    short: 30,
    run: switchAccounts,
  },
  {
    name: 'several-hosts',
    title: 'Two hosts behind nginx forward a creation at most once',
    done: 'Clients create posters through nginx on two hosts that share a Redis; they leave, repeat and ask for outcomes as the page does. Meanwhile hosts are killed and drained, Redis is killed and paused, and nginx reloads. Others read lists all the time.',
    size: 'PROVE_CLUSTER',
    short: 300,
    run: submitToSeveralHosts,
  },
  {
    name: 'submissions',
    title: 'A submission is forwarded to the service at most once',
    done: 'Two tabs of one window submit posters through the form, with clicks, double clicks and Enter, while the connection to the host and the service break in the middle; each poster has an address of its own and is counted where it arrives.',
    size: 'PROVE_SUBMISSIONS',
    short: 100,
    run: submitUnderFaults,
  },
  {
    name: 'injection-strings',
    title: 'Injection strings stay text, in their places',
    done: "Markup, scripts, addresses, directions, unseen characters and long texts came from the service, from addresses and from people; on every screen each was looked at: that it is text, all of it or its beginning, isolated from our words and within the layout, on a desk's screen and (some strings) on a phone's.",
    size: 'PROVE_STRINGS',
    short: 300,
    run: lookAtStrings,
  },
  {
    name: 'long-use',
    title: 'A tab and its host can be used for months',
    done: 'One tab is used for hours of its own clock: refreshes, details, filters, pages, the gallery, list options, searches (one stopped), insights, a poster, another account, and now and then a lock; requests of other tabs come to its host, also senseless ones. After each round the garbage is collected, and what could grow is measured. Growth is that of the line which fits the second half best.',
    size: 'PROVE_HOURS',
    short: 1,
    run: spendHours,
  },
]
