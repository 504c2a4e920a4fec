/** What comes with the tools of a list: one file, as each name of another stands in the first one. */
export { ListTools } from '#web/tasks/list-tools.tsx'
export { pressed } from '#web/tasks/selection/selection-bar.tsx'
