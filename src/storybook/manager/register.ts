import { createElement as h, type ReactNode } from 'react'
import { AddonPanel } from 'storybook/internal/components'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { type API, addons, types, useGlobals } from 'storybook/manager-api'
import { Panel } from './panel.ts'
import { openPanelStore, type PanelStore } from './panel-store.ts'
import { TabTitle } from './tab-title.ts'

const ADDON = 'mynah'

/** The id of the panel, as Storybook's `layout` and URLs name it. */
const PANEL = `${ADDON}/requests`

/** Adds the panel Requests to Storybook's manager. */
export function registerPanel(): void {
  addons.register(ADDON, (api) => {
    const store = openPanelStore(addons.getChannel())
    addons.add(PANEL, {
      type: types.PANEL,
      title: () => h(TabTitle, { store }),
      match: ({ viewMode }) => viewMode === 'story',
      render: ({ active }) => h(AddonPanel, { active: active ?? false, children: h(ConnectedPanel, { api, store }) }),
    })
  })
}

/** The panel, which changes the variant by the global of the addon. */
function ConnectedPanel({ api, store }: { readonly api: API; readonly store: PanelStore }): ReactNode {
  const [, updateGlobals, storyGlobals] = useGlobals()
  return h(Panel, {
    store,
    variants: {
      areFixed: ADDON in storyGlobals,
      choose(variant) {
        updateGlobals({ [ADDON]: { variant } })
        // A changed global renders the story again, without its hooks.
        api.emit(FORCE_REMOUNT, { storyId: store.get().story?.id })
      },
    },
  })
}
