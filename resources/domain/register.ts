import type { LogModule } from './logVocabulary.ts'
import type { MarkupSet } from './markup.ts'
import type { MenuName } from './menu.ts'
import type { HandwrittenPage } from './page.ts'
import type { Referable } from './referable.ts'
import type { Capability } from './rights.ts'
import type { Role } from './role.ts'
import type { UploadScene } from './uploadScene.ts'
import type { Widget } from './widget.ts'

declare module '../kit/register.ts' {
  interface Register {
    capability: Capability
    role: Role
    menu: MenuName
    page: HandwrittenPage
    referable: Referable
    markup: MarkupSet
    widget: Widget
    uploadScene: UploadScene
    logModule: LogModule
  }
}
