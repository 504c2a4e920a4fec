import { useSelector } from '@tanstack/react-store'

import { unkept } from '#web/ui/device-choice.ts'

/** Says, where a person chooses and the note of the page is out of sight, that the browser does not keep it. */
export function Unkept({ words }: { words: string }) {
  const isUnkept = useSelector(unkept) !== null
  return (
    <p
      role="status"
      className={isUnkept ? 'sticky bottom-0 bg-raised px-2.5 py-1 text-sm' : 'sr-only'}
    >
      {isUnkept && words}
    </p>
  )
}
