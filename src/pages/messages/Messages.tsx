import { messages } from '../../../resources/messages.ts'
import { ResourceList } from '../../views/ResourceList.tsx'

export const Messages = () => <ResourceList resource={messages} />
