import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** Lends a view of some tasks. */
export const LendButton = lazyPart(
  async () => (await import('#web/accounts/lend/lend-button.tsx')).LendButton,
  NotLoaded,
  'never',
)
