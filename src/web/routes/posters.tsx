import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { useReplaceKey } from '#web/accounts/replace-key.tsx'
import { useAccount } from '#web/accounts/use-account.ts'
import { PostersScreen } from '#web/posters/posters-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const search = z.object({
  image_url: z.catch(z.optional(z.string()), undefined),
  prompt: z.catch(z.optional(z.enum(POSTER_SCENES)), undefined),
})

/** /posters?image_url=&prompt= fills the form in and never submits it. */
export const Route = createFileRoute('/posters')({ validateSearch: search, component: Posters })

function Posters() {
  const { image_url: imageUrl, prompt: scene } = Route.useSearch()
  const { sessions } = Route.useRouteContext()
  const account = useAccount(sessions)
  const replaceKey = useReplaceKey()
  if (account === null) return null
  return (
    <PostersScreen
      prefill={{
        ...(imageUrl !== undefined && { imageUrl }),
        ...(scene !== undefined && { scene }),
      }}
      account={account}
      onReplaceKey={replaceKey}
      renderTasksLink={(label) => (
        <Link to="/tasks" className={buttonClass()}>
          {label}
        </Link>
      )}
    />
  )
}
