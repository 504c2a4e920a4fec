import { createFileRoute, redirect } from '@tanstack/react-router'

/** The home page redirects to the tasks. */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes a redirect as a thrown value
    throw redirect({ to: '/tasks', search: true, replace: true })
  },
})
