import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { FieldFrame } from '#web/ui/text-field.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

/** A field for a file, to choose or to drop. It replaces the browser's own, which uses the language of the browser. */
export function FileField({
  label,
  chooseLabel,
  problem,
  accept,
  onChange,
}: {
  label: string
  /** shown until a file is chosen */
  chooseLabel: string
  /** undefined: no problem */
  problem?: string | undefined
  /** undefined: any file, as pickers grey out what their device has no name for */
  accept?: string
  onChange?: (files: readonly File[]) => void
}) {
  const [name, setName] = useState<string>()
  const nameId = useId()
  return (
    <FieldFrame label={label} problem={problem}>
      {({ className, ...box }) => (
        <div
          className={classNames(
            className,
            'relative flex items-center gap-2',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <FileUp aria-hidden className="size-4 shrink-0 text-muted" />
          <span id={nameId} aria-hidden className="truncate">
            {name === undefined ? chooseLabel : <UntrustedText text={name} />}
          </span>
          {/* Invisible on top of the field, it receives clicks and drops. */}
          <input
            {...box}
            aria-describedby={`${nameId} ${box['aria-describedby'] ?? ''}`.trim()}
            type="file"
            accept={accept}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // The browser reports a file only if it is another: without this, one that was corrected could not be chosen again.
              target.value = ''
              setName(files[0]?.name)
              onChange?.(files)
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
          />
        </div>
      )}
    </FieldFrame>
  )
}
