import type { ButtonHTMLAttributes, ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'

/** How much a button asks for attention; one `primary` on a screen at most. `danger`: what it removes does not come back. */
export type ButtonTone = 'primary' | 'danger' | 'plain' | 'quiet'

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:opacity-45 disabled:cursor-not-allowed'

const tones: Record<ButtonTone, string> = {
  // Where the system's colours are the only ones, an unseen border is what tells a button.
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

/** A button: a verb, with an icon before it where that helps. */
export function Button({
  tone = 'plain',
  size = 'small',
  type = 'button',
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
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

/** A button that is only an icon; its name is for everyone who does not see it. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'type'> & {
  label: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-icon shrink-0 items-center justify-center rounded-control text-muted transition-colors',
        'enabled:hover:bg-hover enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
