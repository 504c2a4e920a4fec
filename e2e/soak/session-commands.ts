import { command } from './form-command.ts'
import { currentTab, forgotten, newTab, reloaded } from './form-model.ts'
import { giveKey, signOut, useAccountMenu } from './form-screen.ts'
import { currentPage } from './form-world.ts'

/** What is done around the form: to the page, the tabs, the network and the session. */

/** The page loses what it had in memory. */
export const reload = command({
  name: 'load the page again',
  can: ({ isOffline }) => !isOffline,
  async act(model, world) {
    await currentPage(world, model).reload()
    reloaded(currentTab(model))
  },
})

/** The screen is left, and opened anew. */
export const goAndComeBack = command({
  name: 'go to the tasks and back',
  async act(model, world) {
    const page = currentPage(world, model)
    await page.evaluate(async () => {
      const { driver } = window
      await driver.click('Tasks')
      await driver.until('the tasks', () => driver.control('Refresh'))
      await driver.click('Posters')
      await driver.until('the form', () => driver.box('Image URL'))
    })
    currentTab(model).isPanel = false
  },
})

/** The second tab is opened when it is first wanted. */
export const changeTab = command({
  name: 'go to another tab',
  can: ({ isOffline, tabs }) => tabs.length === 2 || !isOffline,
  async act(model, world) {
    const { account } = currentTab(model)
    model.current = 1 - model.current
    if (model.tabs.length === 2) return
    const page = world.spare ?? (await world.context.newPage())
    world.spare = undefined
    await page.goto('/posters')
    await giveKey(page, `Shop ${account}`, world.keys[account])
    world.pages.push(page)
    model.tabs.push(newTab(account))
  },
})

/** For all tabs. */
export const toggleNetwork = command({
  name: 'go offline, or online again',
  can: () => true,
  async act(model, { context }) {
    model.isOffline = !model.isOffline
    await context.setOffline(model.isOffline)
  },
})

/** The form keeps its text. */
export const replaceKey = command({
  name: "replace the key with the other account's",
  async act(model, world) {
    const tab = currentTab(model)
    const page = currentPage(world, model)
    tab.account = tab.account === 'A' ? 'B' : 'A'
    Object.assign(tab, { isPanel: false, sent: null })
    await useAccountMenu(page, 'Replace key')
    await giveKey(page, `Shop ${tab.account}`, world.keys[tab.account])
  },
})

/** The account's log goes with its key. */
export const signOutAndIn = command({
  name: 'sign out and connect again',
  async act(model, world) {
    const { account } = currentTab(model)
    const page = currentPage(world, model)
    await signOut(page)
    await giveKey(page, `Shop ${account}`, world.keys[account])
    forgotten(model, account)
  },
})
