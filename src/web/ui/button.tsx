import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'

/** The look of a button. A screen has at most one `primary` button. `danger` is for what cannot be undone. */
export type ButtonTone = 'primary' | 'danger' | 'plain' | 'quiet'

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none ' +
  'disabled:opacity-45 disabled:cursor-not-allowed aria-disabled:opacity-45 aria-disabled:cursor-not-allowed'

const tones: Record<ButtonTone, string> = {
  // With forced colours, the transparent border becomes visible and shows that this is a button.
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
  danger: 'border-transparent bg-failed text-surface enabled:hover:bg-failed/90',
  plain: 'border-line bg-surface text-ink enabled:hover:bg-hover',
  quiet: 'border-transparent text-ink enabled:hover:bg-hover',
}

const sizes = { small: 'h-control px-2.5 text-sm', large: 'h-field px-4 text-base' }

/** The classes of a button, for links that look like one. */
export function buttonClass(
  tone: ButtonTone = 'plain',
  size: keyof typeof sizes = 'small',
): string {
  return classNames(base, tones[tone], sizes[size])
}

/** A button with a text, and an icon before it if that helps. */
export function Button({
  tone = 'plain',
  size = 'small',
  type = 'button',
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  tone?: ButtonTone
  size?: keyof typeof sizes
  children: ReactNode
}) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default is 'button'
      type={type}
      className={classNames(buttonClass(tone, size), className)}
      {...rest}
    >
      {children}
    </button>
  )
}

/** The classes of a button with an icon only. */
const iconButtonClass =
  'inline-flex size-icon shrink-0 items-center justify-center rounded-control text-muted ' +
  'enabled:hover:bg-hover enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-40'

/**
 * A button with an icon: a child or, where there are many, the class `icon`. The label is its name and, with its key, its tooltip.
 *
 * @param word a part of the label that stands beside the icon where there is room
 */
export function IconButton({
  label,
  pressedBy,
  word,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> & {
  label: string
  /** the key that does the same */
  pressedBy?: string
  word?: string
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={pressedBy === undefined ? label : `${label} (${pressedBy})`}
      aria-keyshortcuts={pressedBy}
      className={classNames(
        iconButtonClass,
        word !== undefined && 'wide:w-auto wide:gap-1.5 wide:px-2 wide:text-sm',
        className,
      )}
      {...rest}
    >
      {children}
      {word !== undefined && <span className="max-wide:hidden">{word}</span>}
    </button>
  )
}
