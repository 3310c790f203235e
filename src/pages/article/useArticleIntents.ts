import { useNotify, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import type { Intent } from '../../form/undoable/intent.ts'
import { savedText } from '../../form/saving/useSave.ts'
import type { EditorState } from './editorState.ts'

const submittedMessages: Readonly<Record<number, string>> = {
  1: '已提交，等待审核',
  2: '已发布',
  5: '已提交，到时自动发布',
}

/** Intents of an article: 预览, 保存, and 提交 or 发布. A locked article has the preview only. */
export const useArticleIntents = (
  resource: AnyEntity,
  /** Reads the article again after saving. */
  reload: (saved: AnyRecord) => Promise<AnyRecord>,
) => {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  return ({ isLocked, submitLabel, isSubmittable }: EditorState): readonly Intent[] => {
    const preview: Intent = {
      name: 'preview',
      label: translate('预览'),
      isInMenu: true,
      needsNoChange: true,
      onSaved: ({ id }) => void navigate(`/app/cms/preview/${id}`),
    }
    const save: Intent = {
      name: 'save',
      label: translate('保存'),
      isDefault: true,
      onSaved: (saved, base) => {
        if (!base) {
          notify(translate('草稿已保存'), { type: 'success' })
          return void navigate(`/app/cms/${saved.id}`, { replace: true })
        }
        if (saved['version'] === base['version']) notify(savedText(base, saved), { type: 'info' })
        return reload(saved)
      },
    }
    const submit: Intent = {
      name: 'submit',
      label: submitLabel,
      isPrimary: true,
      needsNoChange: isSubmittable,
      input: { submit: 1 },
      onSaved: ({ status }) => {
        notify(submittedMessages[Number(status)] ?? translate('已保存'), { type: 'success' })
        void navigate(resource.views.list!.path)
      },
    }
    return isLocked ? [preview] : [preview, save, submit]
  }
}
