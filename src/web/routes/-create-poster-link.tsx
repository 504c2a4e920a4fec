import { Link } from '@tanstack/react-router'

import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'

/** The next step of an account without tasks. */
export function CreatePosterLink() {
  return (
    <Link to="/posters" className={buttonClass('primary')}>
      {m.empty_none_action()}
    </Link>
  )
}
