// The types of tenant-admin/extend 1.0.0.

declare module 'tenant-admin/extend' {
export { Action } from 'tenant-admin/resources/kit/action'

export { AdditionalField } from 'tenant-admin/resources/domain/extension'

export { AnyEntity } from 'tenant-admin/resources/kit/resource'

export { AnyRecord } from 'tenant-admin/resources/kit/resource'

export { AnyResource } from 'tenant-admin/resources/kit/resource'

export { AnySetting } from 'tenant-admin/resources/kit/setting'

export { Call } from 'tenant-admin/resources/kit/call'

export { CallSubject } from 'tenant-admin/resources/kit/call'

export { Calls } from 'tenant-admin/resources/kit/call'

export { Comparison } from 'tenant-admin/resources/kit/filter'

export { Crud } from 'tenant-admin/resources/kit/resourceBase'

export { Entity } from 'tenant-admin/resources/kit/entity'

export { ExportFormat } from 'tenant-admin/resources/kit/exports'

export { ExportOptions } from 'tenant-admin/resources/kit/exports'

export { ExtensionLogModule } from 'tenant-admin/resources/kit/extensionNames'

export { ExtensionName } from 'tenant-admin/resources/kit/extensionNames'

export { Feature } from 'tenant-admin/resources/kit/call'

export { Field } from 'tenant-admin/resources/kit/field'

export { FieldAnswer } from 'tenant-admin/resources/kit/inventory'

export { FieldKind } from 'tenant-admin/resources/kit/field'

export { FieldSections } from 'tenant-admin/resources/kit/resourceBase'

export { Fields } from 'tenant-admin/resources/kit/field'

export { Filter } from 'tenant-admin/resources/kit/filter'

export { FilterCounts } from 'tenant-admin/resources/kit/filterCounts'

export { FilterShape } from 'tenant-admin/resources/kit/filter'

export { Filters } from 'tenant-admin/resources/kit/filter'

export { ImportAnswer } from 'tenant-admin/resources/kit/imports'

export { ImportInput } from 'tenant-admin/resources/kit/imports'

export { InputOf } from 'tenant-admin/resources/kit/resource'

export { Inventory } from 'tenant-admin/resources/kit/inventory'

export { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

export { KindOptions } from 'tenant-admin/resources/kit/field'

export { ListExport } from 'tenant-admin/resources/kit/exports'

export { Method } from 'tenant-admin/resources/kit/call'

export { OpenDuringSetup } from 'tenant-admin/resources/kit/call'

export { Option } from 'tenant-admin/resources/kit/field'

export { OptionCount } from 'tenant-admin/resources/kit/filterCounts'

export { OptionGroups } from 'tenant-admin/resources/kit/kinds/multiSelect'

export { OutputOf } from 'tenant-admin/resources/kit/resource'

export { OutputTraits } from 'tenant-admin/resources/kit/field'

export { PageRoute } from 'tenant-admin/resources/kit/route'

export { PictureFrame } from 'tenant-admin/resources/kit/kinds/image'

export { RecordImport } from 'tenant-admin/resources/kit/imports'

export { RecordValues } from 'tenant-admin/resources/kit/field'

export { ReferenceNames } from 'tenant-admin/resources/kit/describe'

export { ResourceBase } from 'tenant-admin/resources/kit/resourceBase'

export { Route } from 'tenant-admin/resources/kit/route'

export { SentenceCondition } from 'tenant-admin/resources/kit/field'

export { SharedOptions } from 'tenant-admin/resources/kit/field'

export { SheetForm } from 'tenant-admin/resources/kit/kinds/kind'

export { SuggestedBy } from 'tenant-admin/resources/kit/kinds/text'

export { TextField } from 'tenant-admin/resources/kit/field'

export { Tone } from 'tenant-admin/resources/kit/field'

export { ValueReader } from 'tenant-admin/resources/kit/reading'

export { View } from 'tenant-admin/resources/kit/route'

export { Who } from 'tenant-admin/resources/kit/registered'

export { addressPart } from 'tenant-admin/resources/kit/extensionNames'

export { area } from 'tenant-admin/resources/kit/kinds/area'

export { areaKind } from 'tenant-admin/resources/kit/kinds/area'

export { asList } from 'tenant-admin/resources/kit/reading'

export { asMoment } from 'tenant-admin/resources/kit/kinds/datetime'

export { asNumber } from 'tenant-admin/resources/kit/reading'

export { asRecord } from 'tenant-admin/resources/kit/reading'

export { asSwitch } from 'tenant-admin/resources/kit/reading'

export { asText } from 'tenant-admin/resources/kit/reading'

export { atMost } from 'tenant-admin/resources/kit/filter'

export { auditFields } from 'tenant-admin/resources/kit/auditFields'

export { binActions } from 'tenant-admin/resources/kit/bin'

export { binCalls } from 'tenant-admin/resources/kit/bin'

export { binDays } from 'tenant-admin/resources/kit/bin'

export { blankMessage } from 'tenant-admin/resources/kit/field'

export { cleanLine } from 'tenant-admin/resources/kit/clean'

export { cleanText } from 'tenant-admin/resources/kit/clean'

export { combinesFilters } from 'tenant-admin/resources/kit/call'

export { combiningLine } from 'tenant-admin/resources/kit/call'

export { contains } from 'tenant-admin/resources/kit/filter'

export { countCharacters } from 'tenant-admin/resources/kit/clean'

export { countQuery } from 'tenant-admin/resources/kit/call'

export { crudViews } from 'tenant-admin/resources/kit/crudViews'

export { customField } from 'tenant-admin/resources/kit/kinds/custom'

export { customKind } from 'tenant-admin/resources/kit/kinds/custom'

export { date } from 'tenant-admin/resources/kit/kinds/date'

export { dateKind } from 'tenant-admin/resources/kit/kinds/date'

export { datetime } from 'tenant-admin/resources/kit/kinds/datetime'

export { datetimeKind } from 'tenant-admin/resources/kit/kinds/datetime'

export { days } from 'tenant-admin/resources/kit/filter'

export { decimal } from 'tenant-admin/resources/kit/kinds/decimal'

export { decimalKind } from 'tenant-admin/resources/kit/kinds/decimal'

export { defineConfiguration } from 'tenant-admin/resources/kit/setting'

export { defineEntity } from 'tenant-admin/resources/kit/entity'

export { defineExtension } from 'tenant-admin/resources/domain/extension'

export { defineField } from 'tenant-admin/resources/kit/field'

export { defineSetting } from 'tenant-admin/resources/kit/setting'

export { deleteCall } from 'tenant-admin/resources/kit/call'

export { describeMasked } from 'tenant-admin/resources/kit/describe'

export { describeUnmasked } from 'tenant-admin/resources/kit/describe'

export { documentSchema } from 'tenant-admin/resources/kit/field'

export { email } from 'tenant-admin/resources/kit/kinds/text'

export { emptyAnswer } from 'tenant-admin/resources/kit/call'

export { emptyInput } from 'tenant-admin/resources/kit/call'

export { enableDisableActions } from 'tenant-admin/resources/kit/actionPairs'

export { entriesOf } from 'tenant-admin/resources/kit/objects'

export { equal } from 'tenant-admin/resources/kit/filter'

export { exportOf } from 'tenant-admin/resources/kit/exports'

export { fileAddress } from 'tenant-admin/resources/kit/addresses'

export { fileAnswer } from 'tenant-admin/resources/kit/call'

export { filledParts } from 'tenant-admin/resources/kit/describe'

export { filterCountsOf } from 'tenant-admin/resources/kit/filterCounts'

export { filterShape } from 'tenant-admin/resources/kit/filter'

export { firstCharacters } from 'tenant-admin/resources/kit/clean'

export { flag } from 'tenant-admin/resources/kit/call'

export { foldForSearch } from 'tenant-admin/resources/kit/clean'

export { fromKeys } from 'tenant-admin/resources/kit/objects'

export { getCall } from 'tenant-admin/resources/kit/call'

export { group } from 'tenant-admin/resources/kit/kinds/custom'

export { hasHan } from 'tenant-admin/resources/kit/names'

export { hasSeveralMobiles } from 'tenant-admin/resources/kit/mobiles'

export { httpsAddress } from 'tenant-admin/resources/kit/addresses'

export { id } from 'tenant-admin/resources/kit/call'

export { idSchema } from 'tenant-admin/resources/kit/kinds/reference'

export { image } from 'tenant-admin/resources/kit/kinds/image'

export { imageKind } from 'tenant-admin/resources/kit/kinds/image'

export { images } from 'tenant-admin/resources/kit/kinds/images'

export { imagesKind } from 'tenant-admin/resources/kit/kinds/images'

export { importOf } from 'tenant-admin/resources/kit/imports'

export { includes } from 'tenant-admin/resources/kit/filter'

export { inputSchema } from 'tenant-admin/resources/kit/field'

export { integer } from 'tenant-admin/resources/kit/kinds/integer'

export { integerKind } from 'tenant-admin/resources/kit/kinds/integer'

export { inventory } from 'tenant-admin/resources/kit/inventory'

export { isEntity } from 'tenant-admin/resources/kit/resource'

export { isPlainObject } from 'tenant-admin/resources/kit/objects'

export { isSentenceIn } from 'tenant-admin/resources/kit/kinds/text'

export { keyboards } from 'tenant-admin/resources/kit/kinds/text'

export { keysOf } from 'tenant-admin/resources/kit/objects'

export { kindOf } from 'tenant-admin/resources/kit/kinds/kinds'

export { kinds } from 'tenant-admin/resources/kit/kinds/kinds'

export { lastCharacters } from 'tenant-admin/resources/kit/clean'

export { limitedCounts } from 'tenant-admin/resources/kit/call'

export { linkTarget } from 'tenant-admin/resources/kit/addresses'

export { listedValues } from 'tenant-admin/resources/kit/filterCounts'

export { logModuleOf } from 'tenant-admin/resources/kit/extensionNames'

export { mandateId } from 'tenant-admin/resources/kit/call'

export { maskMiddle } from 'tenant-admin/resources/kit/describe'

export { maskMobiles } from 'tenant-admin/resources/kit/describe'

export { mayBeEmpty } from 'tenant-admin/resources/kit/filter'

export { mayBeNot } from 'tenant-admin/resources/kit/filter'

export { miniProgramPage } from 'tenant-admin/resources/kit/addresses'

export { miniProgramPath } from 'tenant-admin/resources/kit/addresses'

export { mobile } from 'tenant-admin/resources/kit/kinds/text'

export { mobilePattern } from 'tenant-admin/resources/kit/mobiles'

export { mobileWithin } from 'tenant-admin/resources/kit/mobiles'

export { mobilesIn } from 'tenant-admin/resources/kit/mobiles'

export { month } from 'tenant-admin/resources/kit/kinds/month'

export { monthKind } from 'tenant-admin/resources/kit/kinds/month'

export { multiSelect } from 'tenant-admin/resources/kit/kinds/multiSelect'

export { multiSelectKind } from 'tenant-admin/resources/kit/kinds/multiSelect'

export { namedCallsOf } from 'tenant-admin/resources/kit/exports'

export { notBlankCheck } from 'tenant-admin/resources/kit/messages'

export { oneOf } from 'tenant-admin/resources/kit/filter'

export { optionLabel } from 'tenant-admin/resources/kit/kinds/select'

export { optional } from 'tenant-admin/resources/kit/field'

export { optionsOf } from 'tenant-admin/resources/kit/kinds/kinds'

export { outputTraits } from 'tenant-admin/resources/kit/field'

export { pagedCall } from 'tenant-admin/resources/kit/call'

export { parametersOf } from 'tenant-admin/resources/kit/filter'

export { password } from 'tenant-admin/resources/kit/kinds/password'

export { passwordKind } from 'tenant-admin/resources/kit/kinds/password'

export { personName } from 'tenant-admin/resources/kit/kinds/text'

export { phone } from 'tenant-admin/resources/kit/kinds/text'

export { pictureSchema } from 'tenant-admin/resources/kit/kinds/image'

export { pinUnpinActions } from 'tenant-admin/resources/kit/actionPairs'

export { postCall } from 'tenant-admin/resources/kit/call'

export { putCall } from 'tenant-admin/resources/kit/call'

export { rangeText } from 'tenant-admin/resources/kit/filter'

export { reason } from 'tenant-admin/resources/kit/call'

export { receiverAddress } from 'tenant-admin/resources/kit/addresses'

export { recordSchema } from 'tenant-admin/resources/kit/field'

export { reference } from 'tenant-admin/resources/kit/kinds/reference'

export { referenceKind } from 'tenant-admin/resources/kit/kinds/reference'

export { references } from 'tenant-admin/resources/kit/kinds/references'

export { referencesKind } from 'tenant-admin/resources/kit/kinds/references'

export { removalFields } from 'tenant-admin/resources/kit/bin'

export { richText } from 'tenant-admin/resources/kit/kinds/richText'

export { richTextKind } from 'tenant-admin/resources/kit/kinds/richText'

export { rows } from 'tenant-admin/resources/kit/kinds/rows'

export { rowsKind } from 'tenant-admin/resources/kit/kinds/rows'

export { searchForms } from 'tenant-admin/resources/kit/searchForms'

export { seenVersion } from 'tenant-admin/resources/kit/call'

export { select } from 'tenant-admin/resources/kit/kinds/select'

export { selectKind } from 'tenant-admin/resources/kit/kinds/select'

export { sentence } from 'tenant-admin/resources/kit/kinds/text'

export { sharedOptions } from 'tenant-admin/resources/kit/field'

export { showHideActions } from 'tenant-admin/resources/kit/actionPairs'

export { someFields } from 'tenant-admin/resources/kit/call'

export { strings } from 'tenant-admin/resources/kit/kinds/strings'

export { stringsKind } from 'tenant-admin/resources/kit/kinds/strings'

export { stripInvisible } from 'tenant-admin/resources/kit/clean'

export { stripTags } from 'tenant-admin/resources/kit/clean'

export { stripUnstorable } from 'tenant-admin/resources/kit/clean'

export { takesSeveral } from 'tenant-admin/resources/kit/filter'

export { text } from 'tenant-admin/resources/kit/kinds/text'

export { textKind } from 'tenant-admin/resources/kit/kinds/text'

export { toHalfWidth } from 'tenant-admin/resources/kit/clean'

export { toMobile } from 'tenant-admin/resources/kit/mobiles'

export { toName } from 'tenant-admin/resources/kit/names'

export { toggle } from 'tenant-admin/resources/kit/kinds/toggle'

export { toggleKind } from 'tenant-admin/resources/kit/kinds/toggle'

export { typedPinyin } from 'tenant-admin/resources/kit/searchForms'

export { url } from 'tenant-admin/resources/kit/kinds/text'

export { valuesOf } from 'tenant-admin/resources/kit/kinds/select'

export { version } from 'tenant-admin/resources/kit/call'

export { videoAddress } from 'tenant-admin/resources/kit/addresses'

export { viewOf } from 'tenant-admin/resources/kit/inventory'

export { withV } from 'tenant-admin/resources/kit/searchForms'
}

declare module 'tenant-admin/extend/server' {
export { ApiError } from 'tenant-admin/server/context/apiError'

export { Context } from 'tenant-admin/server/context/context'

export { Handlers } from 'tenant-admin/server/context/handlers'

export { JobRun } from 'tenant-admin/server/services/jobs/extensionJob'

export { NewMessage } from 'tenant-admin/server/notifications/notify'

export { PublicContext } from 'tenant-admin/server/context/context'

export { auditColumns } from 'tenant-admin/server/db/tables/columns'

export { crudOf } from 'tenant-admin/server/records/crud'

export { defineDailyJob } from 'tenant-admin/server/services/jobs/extensionJob'

export { defineJob } from 'tenant-admin/server/services/jobs/extensionJob'

export { diffOf } from 'tenant-admin/server/services/audit/audit'

export { enqueueJob } from 'tenant-admin/server/services/jobs/extensionJob'

export { firmDay } from 'tenant-admin/resources/kit/firmTime'

export { firmIdColumn } from 'tenant-admin/server/db/tables/columns'

export { idColumn } from 'tenant-admin/server/db/tables/columns'

export { idReference } from 'tenant-admin/server/db/tables/columns'

export { invalid } from 'tenant-admin/server/context/apiError'

export { log } from 'tenant-admin/server/services/audit/audit'

export { notFound } from 'tenant-admin/server/context/apiError'

export { notify } from 'tenant-admin/server/notifications/notify'

export { bindHandlers as serve } from 'tenant-admin/server/context/bind'

export { timestamptz } from 'tenant-admin/server/db/tables/columns'
}

declare module 'tenant-admin/resources/domain/codes' {
export type Code = keyof typeof codes;

export type FieldErrors = Record<string, string>;

export const codes: {
    readonly '200': '操作成功';
    readonly '4000': '请求参数错误';
    readonly '4001': '账号或密码错误';
    readonly '4002': '验证码错误或已过期';
    readonly '4003': '登录超时，请重新登录';
    readonly '4004': '登录超时';
    readonly '4005': '账号已停用，请联系管理员';
    readonly '4006': '账号正在审核中';
    readonly '4007': '请先修改初始密码';
    readonly '4008': '登录超时';
    readonly '4009': '账号已锁定，请15分钟后再试';
    readonly '4011': '请完成两步验证';
    readonly '4030': '无权限执行此操作';
    readonly '4031': '功能未开启';
    readonly '4040': '数据不存在或已删除';
    readonly '4090': '数据已被他人修改';
    readonly '4091': '当前状态不允许此操作';
    readonly '4092': '数据重复';
    readonly '4093': '数据被引用，无法删除';
    readonly '4220': '请检查填写内容';
    readonly '4290': '操作过于频繁，请稍后再试';
    readonly '5000': '系统异常';
    readonly '5030': '外部服务暂不可用';
};
}

declare module 'tenant-admin/resources/domain/extension' {
import { AnyResource } from 'tenant-admin/resources/kit/resource'

import { ExtensionName } from 'tenant-admin/resources/kit/extensionNames'

import { Field } from 'tenant-admin/resources/kit/field'

import { FieldAnswer } from 'tenant-admin/resources/kit/inventory'

import { Inventory } from 'tenant-admin/resources/kit/inventory'

import { MenuEntry } from 'tenant-admin/resources/domain/menuEntry'

import { Right } from 'tenant-admin/resources/domain/right'

export type AdditionalField = {
    field: Field;
    personal: FieldAnswer;
    section: string;
    isColumn?: true;
    isSortable?: true;
    isFilter?: true;
    isBulkEdited?: true;
    heading?: RegExp;
};

export type EveryInventory<R extends readonly AnyResource[]> = {
    readonly [E in R[number] as E['name']]: Inventory<keyof E['fields'] & string>;
};

export type Extension = {
    surface: `${number}.${number}`;
    name: string;
    label: string;
    resources: readonly AnyResource[];
    inventory: Readonly<Record<string, Inventory>>;
    fields?: Readonly<Record<string, Readonly<Record<ExtensionName, AdditionalField>>>>;
    rights?: Readonly<Record<ExtensionName, ExtensionRight>>;
    menu?: Readonly<Record<ExtensionName, MenuEntry>>;
    pages?: Readonly<Record<ExtensionName, () => Promise<{
        default: unknown;
    }>>>;
};

export type ExtensionRight = Omit<Right, 'within'> & {
    label: string;
};

export type ExtensionWith<R extends readonly AnyResource[]> = Omit<Extension, 'resources' | 'inventory'> & {
    resources: R;
    inventory: EveryInventory<R>;
};

export const defineExtension: <const R extends readonly AnyResource[]>(extension: ExtensionWith<R>) => Extension;
}

declare module 'tenant-admin/resources/domain/icon' {
export type Icon = 'add' | 'articles' | 'audit' | 'category' | 'check' | 'cluster' | 'contacts' | 'home' | 'idCard' | 'image' | 'import' | 'lawyers' | 'lock' | 'logs' | 'messages' | 'notifications' | 'office' | 'personAdd' | 'phone' | 'profile' | 'qrcode' | 'recycle' | 'search' | 'settings' | 'sort' | 'transfer' | 'tune' | 'video';
}

declare module 'tenant-admin/resources/domain/logVocabulary' {
import { ExtensionLogModule } from 'tenant-admin/resources/kit/extensionNames'

export type LogAction = (typeof logActions)[number][0];

export type LogModule = (typeof ownModules)[number][0] | ExtensionLogModule;

export const logActions: readonly [readonly ['login', '登录@event'], readonly ['logout', '退出@event'], readonly ['loginFail', '登录失败@event'], readonly ['lock', '锁定@event'], readonly ['denied', '拒绝访问@event'], readonly ['create', '新增@event'], readonly ['update', '修改@event'], readonly ['delete', '删除@event'], readonly ['restore', '还原@event'], readonly ['purge', '彻底删除@event'], readonly ['enable', '启用@event'], readonly ['disable', '停用@event'], readonly ['close', '关闭@event'], readonly ['pass', '通过@event'], readonly ['refuse', '驳回@event'], readonly ['submit', '提交审核@event'], readonly ['withdraw', '撤回@event'], readonly ['approve', '审核通过@event'], readonly ['reject', '驳回名片@event'], readonly ['ask', '提问@event'], readonly ['answer', '答复@event'], readonly ['assign', '分配@event'], readonly ['substitute', '指定代审@event'], readonly ['mandate', '指定代办@event'], readonly ['mandateEnd', '结束代办@event'], readonly ['translate', '翻译@event'], readonly ['publish', '发布@event'], readonly ['offline', '下架@event'], readonly ['top', '置顶@event'], readonly ['untop', '取消置顶@event'], readonly ['show', '显示@event'], readonly ['hide', '隐藏@event'], readonly ['sort', '排序@event'], readonly ['transfer', '移交@event'], readonly ['leave', '离所@event'], readonly ['import', '导入@event'], readonly ['importUndo', '撤销导入@event'], readonly ['bulk', '批量操作@event'], readonly ['bulkUndo', '撤销批量操作@event'], readonly ['agentRead', '智能体读取@event'], readonly ['agentPropose', '智能体建议@event'], readonly ['export', '导出@event'], readonly ['reveal', '查看手机号@event'], readonly ['resetPassword', '重置密码@event'], readonly ['changePassword', '修改密码@event'], readonly ['changeMobile', '修改手机号@event'], readonly ['factorOn', '开启两步验证@event'], readonly ['factorOff', '关闭两步验证@event'], readonly ['passkeyOn', '添加通行密钥@event'], readonly ['passkeyOff', '移除通行密钥@event'], readonly ['recoveryCode', '使用恢复码@event'], readonly ['viewAs', '视角查看@event'], readonly ['kick', '强制下线@event'], readonly ['hold', '保全@event'], readonly ['unhold', '解除保全@event'], readonly ['consent', '同意协议@event'], readonly ['share', '分享预览@event'], readonly ['clientConsent', '客户同意@event'], readonly ['clientRefuse', '客户不同意@event'], readonly ['clientWithdraw', '客户撤回同意@event'], readonly ['config', '修改配置@event'], readonly ['announce', '发布公告@event'], readonly ['confirm', '确认名片@event'], readonly ['remind', '提醒@event'], readonly ['ignore', '忽略提示@event'], readonly ['unignore', '恢复提示@event'], readonly ['expire', '到期删除@event']];

export const ownModules: readonly [readonly [1, '登录'], readonly [2, '律所'], readonly [3, '管理员'], readonly [4, '人员'], readonly [5, '名片'], readonly [6, '内容'], readonly [7, '分类'], readonly [8, '专业领域'], readonly [9, '职位'], readonly [10, '运营配置'], readonly [11, '功能设置'], readonly [12, '消息公告'], readonly [13, '导入导出'], readonly [14, '隐私']];
}

declare module 'tenant-admin/resources/domain/menu' {
export type FeatureSwitches = Readonly<Record<string, boolean | 0 | 1>>;
}

declare module 'tenant-admin/resources/domain/menuEntry' {
import { Icon } from 'tenant-admin/resources/domain/icon'

import { Role } from 'tenant-admin/resources/domain/role'

export type MenuEntry = {
    label: string;
    icon: Icon;
    role: Role;
    isOffByDefault?: true;
    isForAssistants?: true;
    isAlwaysOn?: true;
};
}

declare module 'tenant-admin/resources/domain/referable' {
import { ExtensionName } from 'tenant-admin/resources/kit/extensionNames'

export type Referable = 'admins' | 'announcements' | 'articleTypes' | 'authors' | 'caseTypes' | 'categories' | 'lawyers' | 'offices' | 'officialProfessions' | 'positions' | 'professions' | 'trendTypes' | 'videoTypes' | ExtensionName;
}

declare module 'tenant-admin/resources/domain/right' {
export type Grant = Scope | readonly [Scope, RightSwitch];

export type Level = 'L1' | 'L2' | 'L3' | 'L4' | 'lawyer' | 'system';

export type Right = {
    grants: Partial<Record<Level, Grant>>;
    needsReason?: true;
    needsPassword?: true;
    within?: `${string}.${string}`;
};

export type RightSwitch = keyof typeof rightSwitches;

export type RightSwitches = Record<RightSwitch, boolean>;

export type Scope = 'all' | 'office' | 'own' | 'self';

export const rightSwitches: {
    readonly l4Lawyer: true;
    readonly l4Card: true;
    readonly l3Article: true;
    readonly l3TransferMain: false;
    readonly l4Export: false;
    readonly selfHide: true;
};
}

declare module 'tenant-admin/resources/domain/rights' {
export type Capability = string;
}

declare module 'tenant-admin/resources/domain/role' {
export type OfficeLevel = 1 | 2 | 3 | 4;

export type Population = 1 | 2;

export type Role = 'admin' | 'mainAdmin' | 'system' | 'lawyer';
}

declare module 'tenant-admin/resources/domain/uploadScene' {
export type UploadScene = 'avatar' | 'office' | 'article' | 'video' | 'asset';
}

declare module 'tenant-admin/resources/domain/widget' {
export type Widget = 'workPosition' | 'professions' | 'visibility' | 'latitude' | 'licence' | 'maskedMobile' | 'areaName' | 'group' | 'colour' | 'icon' | 'capabilities';
}

declare module 'tenant-admin/resources/kit/action' {
import { Fields } from 'tenant-admin/resources/kit/field'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

export type Action<R = never, C extends string = string> = {
    call: C;
    needs?: RegisteredCapability;
    label: string;
    on: readonly ('row' | 'bulk' | 'detail' | 'list')[];
    when?: (record: R) => boolean;
    ask?: Fields;
    confirm?: string;
    concerns?: {
        call: C;
        before: string;
        after: string;
    };
    isDelayed?: true;
    input: (record: R) => object;
    shows?: 'initialPassword' | 'secret';
    dialog?: 'download' | 'devices' | 'viewAs' | 'apiToken' | 'webhookTest' | 'previewLink';
    undo?: string;
    isDanger?: true;
    isCreation?: true;
};
}

declare module 'tenant-admin/resources/kit/actionPairs' {
import { Action } from 'tenant-admin/resources/kit/action'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

export type Options<I extends string, F extends string, C extends string> = {
    call: C;
    ids: readonly [I, ...I[]];
    field: F;
    values?: readonly [string | number, string | number];
    parameter?: 'to';
    needs?: RegisteredCapability;
    on?: Action['on'];
    labels?: readonly [string, string];
    confirm?: string;
};

export const enableDisableActions: <const I extends string, const F extends string, const C extends string>(options: Options<I, F, C>) => {
    disable: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
    enable: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
};

export const pinUnpinActions: <const I extends string, const F extends string, const C extends string>(options: Options<I, F, C>) => {
    top: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
    untop: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
};

export const showHideActions: <const I extends string, const F extends string, const C extends string>(options: Options<I, F, C>) => {
    hide: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
    unhide: Action<Readonly<Record<I, number> & Record<F, string | number | null | undefined> & {
        version: number;
    }>, C>;
};
}

declare module 'tenant-admin/resources/kit/addresses' {
export const fileAddress: RegExp;

export const httpsAddress: RegExp;

export const linkTarget: RegExp;

export const miniProgramPage: RegExp;

export const miniProgramPath: RegExp;

export const receiverAddress: RegExp;

export const videoAddress: RegExp;
}

declare module 'tenant-admin/resources/kit/auditFields' {
export const auditFields: {
    createdAt: Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "datetime";
        readonly label: string;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: import("zod").ZodISODateTime;
        output: import("zod").ZodString;
    };
    createdBy: Omit<Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "text";
        readonly label: string;
        readonly max: number;
        readonly format: "email" | "mobile" | "name" | "plain" | "tel" | "url";
        readonly isMultiline: boolean;
        readonly isPersonName?: true | undefined;
        readonly isSentence?: import('tenant-admin/resources/kit/field').SentenceCondition | undefined;
        readonly suggestedBy?: import('tenant-admin/resources/kit/index').SuggestedBy | undefined;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: import("zod").ZodString;
        output: import("zod").ZodString;
    }, "isRequired" | "output" | "schema"> & {
        isRequired: false;
        schema: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodString>>;
        output: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodString>>;
    };
    updatedAt: Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "datetime";
        readonly label: string;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: import("zod").ZodISODateTime;
        output: import("zod").ZodString;
    };
    updatedBy: Omit<Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "text";
        readonly label: string;
        readonly max: number;
        readonly format: "email" | "mobile" | "name" | "plain" | "tel" | "url";
        readonly isMultiline: boolean;
        readonly isPersonName?: true | undefined;
        readonly isSentence?: import('tenant-admin/resources/kit/field').SentenceCondition | undefined;
        readonly suggestedBy?: import('tenant-admin/resources/kit/index').SuggestedBy | undefined;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: import("zod").ZodString;
        output: import("zod").ZodString;
    }, "isRequired" | "output" | "schema"> & {
        isRequired: false;
        schema: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodString>>;
        output: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodString>>;
    };
};
}

declare module 'tenant-admin/resources/kit/bin' {
import { Action } from 'tenant-admin/resources/kit/action'

import { Fields } from 'tenant-admin/resources/kit/field'

import { Filters } from 'tenant-admin/resources/kit/filter'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type BinOptions<W extends Who, R extends z.ZodType, FS extends Filters, S extends keyof z.output<R> & string, A extends Fields, O extends z.ZodType> = {
    list: W;
    row: R;
    filters: FS;
    sortable: readonly [S, ...S[]];
    restore: RegisteredCapability;
    purge: RegisteredCapability;
    ask: A;
    restoreAnswer: () => O;
};

export type Row = {
    id: number;
};

export const binActions: (texts: {
    ask: Fields;
    restoreText: string;
    purgeText: string;
}) => {
    restore: Action<Row, "restore">;
    purge: Action<Row, "purge">;
};

export const binCalls: <const W extends Who, R extends z.ZodType, FS extends Filters, const S extends keyof z.output<R> & string, const A extends Fields, O extends z.ZodType>(root: `/${string}`, { list, row, filters, sortable, restore, purge, ask, restoreAnswer }: BinOptions<W, R, FS, S, A, O>) => {
    page: Omit<import('tenant-admin/resources/kit/call').Call<W, z.ZodObject<({
        pageNum: z.ZodDefault<z.ZodInt>;
        pageSize: z.ZodDefault<z.ZodInt>;
        sortField: z.ZodOptional<z.ZodEnum<{ [k in S]: k; } extends infer T_2 ? { [k in keyof T_2]: T_2[k]; } : never>>;
        sortOrder: z.ZodOptional<z.ZodEnum<{
            asc: "asc";
            desc: "desc";
        }>>;
        keyword: z.ZodOptional<z.ZodString>;
        ids: z.ZodOptional<z.ZodArray<z.ZodInt>>;
    } & { [K in keyof FS as FS[K] extends {
        from: infer A_1 extends string;
        to: infer B extends string;
    } ? A_1 | B : K]: z.ZodOptional<FS[K]["compare"] extends "oneOf" ? z.ZodType<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>>> : FS[K]["compare"] extends "equal" | "includes" ? FS[K]["field"]["kind"] extends "reference" | "select" ? z.ZodType<z.infer<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_3 ? T_3 extends FS[K]["field"]["schema"] ? T_3 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_3 : never : never>>> : FS[K]["field"]["schema"] : FS[K]["field"]["schema"]>; } & {
        not: z.ZodOptional<z.ZodArray<z.ZodString>>;
        empty: z.ZodOptional<z.ZodArray<z.ZodString>>;
    } extends infer T_1 ? { -readonly [P in keyof T_1]: T_1[P]; } : never) & {} extends infer T ? { [k in keyof T]: T[k]; } : never, z.core.$strict>, z.ZodObject<{
        records: z.ZodArray<R>;
        total: z.ZodInt;
        totalIs: z.ZodOptional<z.ZodLiteral<"over">>;
        current: z.ZodInt;
        size: z.ZodInt;
        pages: z.ZodInt;
    }, z.core.$strip>, true>, "filters" | "sortable"> & {
        filters: FS;
        sortable: readonly S[];
    };
    restore: import('tenant-admin/resources/kit/call').Call<import('tenant-admin/resources/domain/rights').Capability, z.ZodObject<(keyof A & "id" extends never ? { -readonly [P in keyof { [K in keyof A]: A[K]["schema"]; }]: { [K in keyof A]: A[K]["schema"]; }[P]; } & {
        id: z.ZodInt;
    } : { [K in keyof { -readonly [P in keyof { [K in keyof A]: A[K]["schema"]; }]: { [K in keyof A]: A[K]["schema"]; }[P]; } as K extends "id" ? never : K]: { -readonly [P in keyof { [K in keyof A]: A[K]["schema"]; }]: { [K in keyof A]: A[K]["schema"]; }[P]; }[K]; } & {
        id: z.ZodInt;
    }) extends infer T_3 ? { [k in keyof T_3]: T_3[k]; } : never, z.core.$strict>, O, true>;
    purge: import('tenant-admin/resources/kit/call').Call<import('tenant-admin/resources/domain/rights').Capability, z.ZodObject<{
        id: z.ZodInt;
    }, z.core.$strict>, z.ZodObject<{}, z.core.$strip>, true>;
};

export const binDays = 30;

export const removalFields: {
    deletedAt: Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: Who | undefined;
        readonly revealedTo?: Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "datetime";
        readonly label: string;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: z.ZodISODateTime;
        output: z.ZodString;
    };
    deletedBy: Omit<Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: Who | undefined;
        readonly revealedTo?: Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "text";
        readonly label: string;
        readonly max: number;
        readonly format: "email" | "mobile" | "name" | "plain" | "tel" | "url";
        readonly isMultiline: boolean;
        readonly isPersonName?: true | undefined;
        readonly isSentence?: import('tenant-admin/resources/kit/field').SentenceCondition | undefined;
        readonly suggestedBy?: import('tenant-admin/resources/kit/index').SuggestedBy | undefined;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: z.ZodString;
        output: z.ZodString;
    }, "isRequired" | "output" | "schema"> & {
        isRequired: false;
        schema: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        output: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    };
    purgeAt: Omit<{
        readonly hint?: string | undefined;
        readonly isSensitive?: true | undefined;
        readonly readableBy?: Who | undefined;
        readonly revealedTo?: Who | undefined;
        readonly isRevealedOnRequest?: true | undefined;
        readonly isJson?: true | undefined;
        readonly kind: "datetime";
        readonly label: string;
        readonly isRequired: true;
    }, "output" | "schema"> & {
        schema: z.ZodISODateTime;
        output: z.ZodString;
    };
};
}

declare module 'tenant-admin/resources/kit/call' {
import { Filters } from 'tenant-admin/resources/kit/filter'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { RegisteredMenuName } from 'tenant-admin/resources/kit/registered'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends boolean = boolean> = {
    method: Method;
    path: `/${string}`;
    who: W;
    needs?: RegisteredCapability;
    input: I;
    output: O;
    encoding: 'json' | 'form';
    isAddition: A;
    writes: boolean;
    feature?: Feature;
    openBeforeSetup?: OpenDuringSetup;
    isOpenWhenDiskIsLow: boolean;
    inView?: 'open' | 'closed';
    reveals?: 'always' | 'onRequest';
    isByMandate?: true;
    filters?: Filters;
    sortable?: readonly string[];
    isProposable?: true;
    isCount?: true;
};

export type CallOptions<A extends boolean = boolean> = {
    needs?: RegisteredCapability;
    encoding?: 'form';
    isAddition?: A;
    writes?: true;
    feature?: Feature;
    openBeforeSetup?: OpenDuringSetup;
    isOpenWhenDiskIsLow?: true;
    inView?: 'open' | 'closed';
    isCount?: true;
    isByMandate?: true;
    reveals?: 'always' | 'onRequest';
    isProposable?: true;
};

export type CallSubject = Readonly<Record<string, unknown>>;

export type Calls = Record<string, Call>;

export type Feature = RegisteredMenuName | readonly RegisteredMenuName[] | ((about: CallSubject) => readonly RegisteredMenuName[]) | null;

export type ListOptions<FS extends Filters, S extends keyof z.output<R> & string, R extends z.ZodType, P extends z.ZodRawShape> = {
    row: R;
    filters: FS;
    sortable: readonly [S, ...S[]];
    params?: P;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type OpenDuringSetup = {
    step: 'password' | 'factor';
    reason: string;
};

export const combinesFilters: ({ filters }: Pick<Call, 'filters'>) => boolean;

export const combiningLine: ({ method, path }: Pick<Call, 'method' | 'path'>) => string;

export const countQuery: <FS extends Filters>(filters: FS) => z.ZodObject<{ [K in keyof FS as FS[K] extends {
    from: infer A extends string;
    to: infer B extends string;
} ? A | B : K]: z.ZodOptional<FS[K]["compare"] extends "oneOf" ? z.ZodType<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>>> : FS[K]["compare"] extends "equal" | "includes" ? FS[K]["field"]["kind"] extends "reference" | "select" ? z.ZodType<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>>> : FS[K]["field"]["schema"] : FS[K]["field"]["schema"]>; } & {
    not: z.ZodOptional<z.ZodArray<z.ZodString>>;
    empty: z.ZodOptional<z.ZodArray<z.ZodString>>;
    keyword: z.ZodOptional<z.ZodString>;
} extends infer T ? { -readonly [P in keyof T]: T[P]; } : never, z.core.$strict>;

export const deleteCall: <const W extends Who, I extends z.ZodObject, O extends z.ZodType, const A extends boolean = false>(path: `/${string}`, who: W, input: () => I, output: () => O, options?: CallOptions<A>) => Call<W, I, O, A>;

export const emptyAnswer: z.ZodObject<{}, z.core.$strip>;

export const emptyInput: z.ZodObject<{}, z.core.$strict>;

export const fileAnswer: z.ZodObject<{
    name: z.ZodString;
    mime: z.ZodString;
    bytes: z.ZodCustom<ReadableStream<Uint8Array<ArrayBufferLike>>, ReadableStream<Uint8Array<ArrayBufferLike>>>;
}, z.core.$strip>;

export const flag: z.ZodLiteral<0 | 1>;

export const getCall: <const W extends Who, I extends z.ZodObject, O extends z.ZodType, const A extends boolean = false>(path: `/${string}`, who: W, input: () => I, output: () => O, options?: CallOptions<A>) => Call<W, I, O, A>;

export const id: z.ZodInt;

export const limitedCounts: z.ZodOptional<z.ZodArray<z.ZodString>>;

export const mandateId: z.ZodOptional<z.ZodInt>;

export const pagedCall: <const W extends Who, FS extends Filters, R extends z.ZodType, const S extends keyof z.output<R> & string, P extends z.ZodRawShape = Record<never, z.ZodType>, const A extends boolean = false>(path: `/${string}`, who: W, { row, filters, sortable, params }: ListOptions<FS, S, R, P>, options?: CallOptions<A>) => Omit<Call<W, z.ZodObject<(("empty" | "ids" | "keyword" | "not" | "pageNum" | "pageSize" | "sortField" | "sortOrder" | keyof { [K in keyof FS as FS[K] extends {
    from: infer A_1 extends string;
    to: infer B extends string;
} ? A_1 | B : K]: z.ZodOptional<FS[K]["compare"] extends "oneOf" ? z.ZodType<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>>> : FS[K]["compare"] extends "equal" | "includes" ? FS[K]["field"]["kind"] extends "reference" | "select" ? z.ZodType<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>>> : FS[K]["field"]["schema"] : FS[K]["field"]["schema"]>; }) & keyof P extends never ? ({
    pageNum: z.ZodDefault<z.ZodInt>;
    pageSize: z.ZodDefault<z.ZodInt>;
    sortField: z.ZodOptional<z.ZodEnum<{ [k in S]: k; } extends infer T_2 ? { [k in keyof T_2]: T_2[k]; } : never>>;
    sortOrder: z.ZodOptional<z.ZodEnum<{
        asc: "asc";
        desc: "desc";
    }>>;
    keyword: z.ZodOptional<z.ZodString>;
    ids: z.ZodOptional<z.ZodArray<z.ZodInt>>;
} & { [K in keyof FS as FS[K] extends {
    from: infer A_1 extends string;
    to: infer B extends string;
} ? A_1 | B : K]: z.ZodOptional<FS[K]["compare"] extends "oneOf" ? z.ZodType<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>>> : FS[K]["compare"] extends "equal" | "includes" ? FS[K]["field"]["kind"] extends "reference" | "select" ? z.ZodType<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>>> : FS[K]["field"]["schema"] : FS[K]["field"]["schema"]>; } & {
    not: z.ZodOptional<z.ZodArray<z.ZodString>>;
    empty: z.ZodOptional<z.ZodArray<z.ZodString>>;
} extends infer T_1 ? { -readonly [P_1 in keyof T_1]: T_1[P_1]; } : never) & { -readonly [P_1 in keyof P]: P[P_1]; } : (({
    pageNum: z.ZodDefault<z.ZodInt>;
    pageSize: z.ZodDefault<z.ZodInt>;
    sortField: z.ZodOptional<z.ZodEnum<{ [k in S]: k; } extends infer T_2 ? { [k in keyof T_2]: T_2[k]; } : never>>;
    sortOrder: z.ZodOptional<z.ZodEnum<{
        asc: "asc";
        desc: "desc";
    }>>;
    keyword: z.ZodOptional<z.ZodString>;
    ids: z.ZodOptional<z.ZodArray<z.ZodInt>>;
} & { [K in keyof FS as FS[K] extends {
    from: infer A_1 extends string;
    to: infer B extends string;
} ? A_1 | B : K]: z.ZodOptional<FS[K]["compare"] extends "oneOf" ? z.ZodType<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"]>[], z.core.input<FS[K]["field"]["schema"]>[] | z.core.input<FS[K]["field"]["schema"]>>> : FS[K]["compare"] extends "equal" | "includes" ? FS[K]["field"]["kind"] extends "reference" | "select" ? z.ZodType<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>, z.core.$ZodTypeInternals<z.infer<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[], z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>[] | z.core.input<FS[K]["field"]["schema"] extends infer T_1 ? T_1 extends FS[K]["field"]["schema"] ? T_1 extends z.ZodOptional<z.ZodNullable<infer I extends z.core.SomeType>> ? I : T_1 : never : never>>> : FS[K]["field"]["schema"] : FS[K]["field"]["schema"]>; } & {
    not: z.ZodOptional<z.ZodArray<z.ZodString>>;
    empty: z.ZodOptional<z.ZodArray<z.ZodString>>;
} extends infer T_1 ? { -readonly [P_1 in keyof T_1]: T_1[P_1]; } : never) extends infer T_3 extends z.util.SomeObject ? { [K in keyof T_3 as K extends keyof P ? never : K]: T_3[K]; } : never) & { [K in keyof { -readonly [P_1 in keyof P]: P[P_1]; }]: { -readonly [P_1 in keyof P]: P[P_1]; }[K]; }) extends infer T ? { [k in keyof T]: T[k]; } : never, z.core.$strict>, z.ZodObject<{
    records: z.ZodArray<R>;
    total: z.ZodInt;
    totalIs: z.ZodOptional<z.ZodLiteral<"over">>;
    current: z.ZodInt;
    size: z.ZodInt;
    pages: z.ZodInt;
}, z.core.$strip>, A>, "filters" | "sortable"> & {
    filters: FS;
    sortable: readonly S[];
};

export const postCall: <const W extends Who, I extends z.ZodObject, O extends z.ZodType, const A extends boolean = false>(path: `/${string}`, who: W, input: () => I, output: () => O, options?: CallOptions<A>) => Call<W, I, O, A>;

export const putCall: <const W extends Who, I extends z.ZodObject, O extends z.ZodType, const A extends boolean = false>(path: `/${string}`, who: W, input: () => I, output: () => O, options?: CallOptions<A>) => Call<W, I, O, A>;

export const reason: z.ZodString;

export const seenVersion: z.ZodOptional<z.ZodInt>;

export const someFields: () => z.ZodOptional<z.ZodArray<z.ZodString>>;

export const version: z.ZodInt;
}

declare module 'tenant-admin/resources/kit/clean' {
export const cleanLine: (text: string) => string;

export const cleanText: (text: string) => string;

export const countCharacters: (text: string) => number;

export const firstCharacters: (text: string, most: number) => string;

export const foldForSearch: (text: string) => string;

export const lastCharacters: (text: string, most: number) => string;

export const stripInvisible: (text: string) => string;

export const stripTags: (html: string, instead?: string) => string;

export const stripUnstorable: (text: string) => string;

export const toHalfWidth: (text: string) => string;
}

declare module 'tenant-admin/resources/kit/crudViews' {
import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { RegisteredMenuName } from 'tenant-admin/resources/kit/registered'

import { RegisteredRole } from 'tenant-admin/resources/kit/registered'

import { Route } from 'tenant-admin/resources/kit/route'

import { View } from 'tenant-admin/resources/kit/route'

export type Options = {
    label: string;
    title: string;
    roles: readonly RegisteredRole[];
    menu: RegisteredMenuName;
    view?: RegisteredCapability;
    edit: RegisteredCapability;
};

export const crudViews: (path: Route['path'], { label, title, roles, menu, view, edit }: Options) => Record<Exclude<View, 'show'>, Route>;
}

declare module 'tenant-admin/resources/kit/describe' {
import { Field } from 'tenant-admin/resources/kit/field'

import { Fields } from 'tenant-admin/resources/kit/field'

import { Language } from 'tenant-admin/resources/kit/translate'

export type ReferenceNames = Record<string, ReadonlyMap<number, string>>;

export const describeMasked: (language: Language, field: Field, value: unknown, name?: string, names?: ReferenceNames) => string;

export const describeUnmasked: (language: Language, field: Field, value: unknown, name?: string, names?: ReferenceNames) => string;

export const filledParts: (fields: Fields, row: Readonly<Record<string, unknown>>) => {
    name: string;
    field: Field<keyof import('tenant-admin/resources/kit/field').KindOptions>;
    before: string;
}[];

export const maskMiddle: (text: string) => string;

export const maskMobiles: (text: string) => string;
}

declare module 'tenant-admin/resources/kit/entity' {
import { Action } from 'tenant-admin/resources/kit/action'

import { Calls } from 'tenant-admin/resources/kit/call'

import { Crud } from 'tenant-admin/resources/kit/resourceBase'

import { ExportOptions } from 'tenant-admin/resources/kit/exports'

import { Feature } from 'tenant-admin/resources/kit/call'

import { FieldSections } from 'tenant-admin/resources/kit/resourceBase'

import { Fields } from 'tenant-admin/resources/kit/field'

import { Filter } from 'tenant-admin/resources/kit/filter'

import { FilterCounts } from 'tenant-admin/resources/kit/filterCounts'

import { ListExport } from 'tenant-admin/resources/kit/exports'

import { RecordImport } from 'tenant-admin/resources/kit/imports'

import { RecordValues } from 'tenant-admin/resources/kit/field'

import { RegisteredLogModule } from 'tenant-admin/resources/kit/registered'

import { RegisteredReferable } from 'tenant-admin/resources/kit/registered'

import { ResourceBase } from 'tenant-admin/resources/kit/resourceBase'

import { Route } from 'tenant-admin/resources/kit/route'

export type Entity<F extends Fields = Fields, C extends Calls = Calls, N extends string = string, V extends Crud = Crud, H extends string = string> = Omit<EntityDeclaration<F, C>, FilledIn | 'filters' | 'exports'> & Required<Pick<EntityDeclaration<F, C>, FilledIn>> & {
    isSetting?: never;
    name: N;
    fields: F;
    calls: C;
    crud: V;
    choices?: H;
    filters: Readonly<Record<string, Filter>>;
    sortable: readonly (keyof F & string)[];
    exports?: ListExport;
    imports?: RecordImport;
    filterCounts?: FilterCounts;
};

export type EntityDeclaration<F extends Fields, C extends Calls, V extends Crud = Crud> = {
    label: string;
    id: keyof F & string;
    title: keyof F & string;
    titleEn?: keyof F & string;
    avatarField?: keyof F & string;
    fallbackEntity?: RegisteredReferable;
    bin?: Route;
    isInPalette?: true;
    fixed?: Partial<RecordValues<F>>;
    feature?: Feature;
    logModule?: RegisteredLogModule;
    unique?: readonly (keyof F & string)[];
    uniqueTogether?: readonly (keyof F & string)[];
    searchFields?: readonly (keyof F & string)[];
    views?: ResourceBase<F, C>['views'];
    pages?: ResourceBase<F, C>['pages'];
    list?: readonly (keyof F & string)[];
    optionalColumns?: readonly (keyof F & string)[];
    empty?: {
        title: string;
        text: string;
    };
    filters?: readonly FilterName<C, V>[];
    sort: {
        field: keyof F & string;
        order: 'ASC' | 'DESC';
    };
    exports?: ExportOptions | false;
    orderField?: keyof F & string;
    importColumns?: {
        readonly [K in keyof F & string]?: RegExp;
    };
    bulkEdit?: readonly (keyof F & string)[];
    tabs?: Tabs<F, keyof C & string>;
    initial?: Partial<RecordValues<F>>;
    form?: FieldSections<keyof F & string>;
    show?: FieldSections<keyof F & string>;
    actions?: Record<string, Action<RecordValues<F> & VersionedRow, keyof C & string>>;
};

export type FilledIn = 'views' | 'pages' | 'list' | 'form' | 'show' | 'actions';

export type FilterName<C extends Calls, V> = V extends {
    list: infer L extends keyof C;
} ? C[L] extends {
    filters: infer FS;
} ? keyof FS & string : never : never;

export type OptionOf<F> = F extends {
    options: readonly (readonly [infer O extends string | number, ...unknown[]])[];
} ? O : never;

export type Tabs<F extends Fields, C extends string> = {
    [K in keyof F & string]: {
        field: K;
        call: C;
        counts: {
            readonly [O in OptionOf<F[K]> | 'all']: string;
        };
    };
}[keyof F & string];

export type VersionedRow = {
    version: number;
};

export type WithParts<F extends Fields> = {
    [K in keyof F as F[K] extends {
        kind: 'area';
    } ? K : never]: {
        parts: readonly (keyof F & string)[];
    };
};

export const defineEntity: <const F extends Fields, const C extends Calls, const N extends string, const V extends Crud<keyof C & string> = object, const H extends keyof C & string = never>(entity: EntityDeclaration<NoInfer<F>, NoInfer<C>, NoInfer<V>> & {
    name: N;
    fields: F & WithParts<NoInfer<F>>;
    calls: C;
    crud?: V;
    choices?: H;
}) => Entity<F, C, N, V, H>;
}

declare module 'tenant-admin/resources/kit/exports' {
import { Call } from 'tenant-admin/resources/kit/call'

import { Feature } from 'tenant-admin/resources/kit/call'

import { Fields } from 'tenant-admin/resources/kit/field'

import { FilterCounts } from 'tenant-admin/resources/kit/filterCounts'

import { RecordImport } from 'tenant-admin/resources/kit/imports'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { RegisteredMenuName } from 'tenant-admin/resources/kit/registered'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type CallGroup = {
    name: string;
    calls: Readonly<Record<string, Call>>;
    exports?: ListExport;
    imports?: RecordImport;
    filterCounts?: FilterCounts;
};

export type ExportFormat = (typeof exportFormats)[number];

export type ExportOptions = {
    who?: Who;
    needs?: RegisteredCapability;
    feature?: RegisteredMenuName;
    extraColumns?: Fields;
};

export type ExportedList = {
    name: string;
    list: readonly string[];
    listCall: Call;
    fixed: object;
    feature: Feature | undefined;
};

export type ListExport = {
    call: Call;
    extraColumns: Fields;
};

export const exportFormats: readonly ['xlsx', 'csv'];

export const exportOf: ({ name, list, listCall, fixed, feature }: ExportedList, { who, needs, extraColumns: offered, ...rest }: ExportOptions) => ListExport;

export const namedCallsOf: ({ name, calls, exports, imports, filterCounts }: CallGroup) => (readonly [`${string}.${string}`, Call | {
    method: import('tenant-admin/resources/kit/call').Method;
    path: `/${string}`;
    who: Who;
    needs?: RegisteredCapability;
    input: z.ZodObject<{
        list: z.ZodArray<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        dryRun: z.ZodDefault<z.ZodLiteral<0 | 1>>;
        source: z.ZodDefault<z.ZodLiteral<1 | 2>>;
    }, z.core.$strict>;
    output: z.ZodObject<{
        batchId: z.ZodNullable<z.ZodInt>;
        created: z.ZodInt;
        faults: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            errors: z.ZodRecord<z.ZodString, z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    encoding: 'json' | 'form';
    isAddition: true;
    writes: boolean;
    feature?: Feature;
    openBeforeSetup?: import('tenant-admin/resources/kit/call').OpenDuringSetup;
    isOpenWhenDiskIsLow: boolean;
    inView?: 'open' | 'closed';
    reveals?: 'always' | 'onRequest';
    isByMandate?: true;
    filters?: import('tenant-admin/resources/kit/filter').Filters;
    sortable?: readonly string[];
    isProposable?: true;
    isCount?: true;
}])[];
}

declare module 'tenant-admin/resources/kit/extensionNames' {
export type ExtensionLogModule = number & {
    readonly isOfExtension: true;
};

export type ExtensionName = `${string}:${string}`;

export const addressPart: (resource: string) => string;

export const logModuleOf: (extension: string) => ExtensionLogModule;
}

declare module 'tenant-admin/resources/kit/field' {
import { OptionGroups } from 'tenant-admin/resources/kit/kinds/multiSelect'

import { PictureFrame } from 'tenant-admin/resources/kit/kinds/image'

import { RegisteredMarkupSet } from 'tenant-admin/resources/kit/registered'

import { RegisteredReferable } from 'tenant-admin/resources/kit/registered'

import { RegisteredUploadScene } from 'tenant-admin/resources/kit/registered'

import { RegisteredWidget } from 'tenant-admin/resources/kit/registered'

import { SuggestedBy } from 'tenant-admin/resources/kit/kinds/text'

import { TextFormat } from 'tenant-admin/resources/kit/kinds/text'

import { WaitingState } from 'tenant-admin/resources/kit/kinds/select'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type Columns<F extends Fields> = {
    [K in keyof F]: Present<F[K]['output']>;
};

export type CommonOptions = {
    label: string;
    schema: z.ZodType;
    output: z.ZodType;
    isRequired: boolean;
    hint?: string;
    isSensitive?: true;
    readableBy?: Who;
    revealedTo?: Who;
    isRevealedOnRequest?: true;
    isJson?: true;
};

export type Drafts<F extends Fields> = {
    [K in keyof F]: F[K]['schema'];
};

export type Field<K extends FieldKind = FieldKind> = {
    [P in K]: {
        kind: P;
    } & CommonOptions & KindOptions[P];
}[K];

export type FieldKind = keyof KindOptions;

export type Fields = Record<string, Field>;

export interface KindOptions {
}

export interface KindOptions {
        area: {
            parts: readonly [province: string, city: string];
        };
    }

export interface KindOptions {
        custom: {
            widget: RegisteredWidget;
            fields?: Fields;
        };
    }

export interface KindOptions {
        date: {
            daysAhead?: readonly number[];
        };
    }

export interface KindOptions {
        datetime: object;
    }

export interface KindOptions {
        decimal: {
            min: number;
            max: number;
            digits: number;
            isRounded?: true;
        };
    }

export interface KindOptions {
        image: {
            scene: RegisteredUploadScene;
            frame: PictureFrame;
        };
    }

export interface KindOptions {
        images: {
            scene: RegisteredUploadScene;
            frame: PictureFrame;
            max: number;
        };
    }

export interface KindOptions {
        integer: {
            min: number;
            max: number;
            unit?: string;
        };
    }

export interface KindOptions {
        month: object;
    }

export interface KindOptions {
        multiSelect: {
            options: readonly Option[];
            max: number;
            isOrdered?: true;
            groups?: OptionGroups;
        };
    }

export interface KindOptions {
        password: object;
    }

export interface KindOptions {
        reference: {
            to: RegisteredReferable;
        };
    }

export interface KindOptions {
        references: {
            to: RegisteredReferable;
            max: number;
        };
    }

export interface KindOptions {
        richText: {
            max: number;
            allows: RegisteredMarkupSet;
        };
    }

export interface KindOptions {
        rows: {
            fields: Fields;
            max: number;
            rowPerOptionOf?: string;
        };
    }

export interface KindOptions {
        select: {
            options: readonly Option[];
            waitingState?: WaitingState;
        };
    }

export interface KindOptions {
        strings: {
            item: TextField;
            max: number;
        };
    }

export interface KindOptions {
        text: {
            max: number;
            isPersonName?: true;
            format: TextFormat;
            isMultiline: boolean;
            isSentence?: SentenceCondition;
            suggestedBy?: SuggestedBy;
        };
    }

export interface KindOptions {
        toggle: object;
    }

export type Option = readonly [value: string | number, label: string, tone?: Tone];

export type OutputTraits = Pick<CommonOptions, 'readableBy' | 'revealedTo' | 'isRevealedOnRequest' | 'isJson'> & {
    kind?: FieldKind;
    isSentence?: SentenceCondition;
};

export type Outputs<F extends Fields> = {
    [K in keyof F]: F[K]['output'];
};

export type Present<O> = O extends z.ZodOptional<infer P extends z.ZodType> ? P : O;

export type RecordValues<F extends Fields> = z.output<z.ZodObject<Columns<F>>>;

export type SentenceCondition = true | ((record: Readonly<Record<string, unknown>>) => boolean);

export type SharedOptions = Pick<CommonOptions, 'hint' | 'isSensitive' | 'readableBy' | 'revealedTo' | 'isRevealedOnRequest' | 'isJson'>;

export type TextField = Field<'text'>;

export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'faint';

export const blankMessage: ({ label, schema }: Field) => string;

export const defineField: <const P extends {
    kind: FieldKind;
} & Omit<CommonOptions, 'schema' | 'output'>, S extends z.ZodType, O extends z.ZodType>(plain: P, schema: () => S, output: () => O) => Omit<P, "output" | "schema"> & {
    schema: S;
    output: O;
};

export const documentSchema: <const F extends Fields>(fields: F) => z.ZodObject<{ -readonly [P in keyof Outputs<F>]: Outputs<F>[P]; }, z.core.$strip>;

export const inputSchema: <const F extends Fields>(fields: F) => z.ZodObject<{ -readonly [P in keyof Drafts<F>]: Drafts<F>[P]; }, z.core.$strict>;

export const optional: <const F extends Field>(field: F) => Omit<F, 'schema' | 'output' | 'isRequired'> & {
    isRequired: false;
    schema: z.ZodOptional<z.ZodNullable<F['schema']>>;
    output: z.ZodOptional<z.ZodNullable<F['output']>>;
};

export const outputTraits: WeakMap<z.core.$ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>, OutputTraits>;

export const recordSchema: <const F extends Fields>(fields: F) => z.ZodObject<{ -readonly [P in keyof Columns<F>]: Columns<F>[P]; }, z.core.$strip>;

export const sharedOptions: ({ hint, isSensitive, readableBy, revealedTo, isRevealedOnRequest, isJson, }: SharedOptions) => {
    hint?: string | undefined;
    isSensitive?: true | undefined;
    readableBy?: Who | undefined;
    revealedTo?: Who | undefined;
    isRevealedOnRequest?: true | undefined;
    isJson?: true | undefined;
};
}

declare module 'tenant-admin/resources/kit/filter' {
import { Field } from 'tenant-admin/resources/kit/field'

import { date } from 'tenant-admin/resources/kit/kinds/date'

import { z } from 'zod'

export type ChoiceKind = 'select' | 'reference';

export type Comparing<C extends Comparison> = {
    <const F extends Field>(field: F): {
        field: F;
        compare: C;
    };
    <const F extends Field, const K extends string>(field: F, column: K): {
        field: F;
        compare: C;
        column: K;
    };
};

export type Comparison = 'equal' | 'oneOf' | 'contains' | 'includes' | 'atMost' | 'days';

export type Filter = {
    field: Field;
    compare: Comparison;
    column?: string;
    from?: string;
    to?: string;
};

export type FilterShape<FS extends Filters> = {
    [K in keyof FS as FS[K] extends {
        from: infer A extends string;
        to: infer B extends string;
    } ? A | B : K]: z.ZodOptional<ValueSchema<FS[K]>>;
} & {
    not: z.ZodOptional<z.ZodArray<z.ZodString>>;
    empty: z.ZodOptional<z.ZodArray<z.ZodString>>;
};

export type Filters = Readonly<Record<string, Filter>>;

export type Present<S> = S extends z.ZodOptional<z.ZodNullable<infer I>> ? I : S;

export type SeveralSchema<S> = z.ZodType<z.output<S>[], z.input<S> | z.input<S>[]>;

export type ValueSchema<F extends Filter> = F['compare'] extends 'oneOf' ? SeveralSchema<F['field']['schema']> : F['compare'] extends 'equal' | 'includes' ? F['field']['kind'] extends ChoiceKind ? SeveralSchema<Present<F['field']['schema']>> : F['field']['schema'] : F['field']['schema'];

export const atMost: Comparing<"atMost">;

export const contains: Comparing<"contains">;

export const days: <const K extends string, const A extends string, const B extends string>(label: string, { mayBeEmpty, ...range }: {
    column: K;
    from: A;
    to: B;
    mayBeEmpty?: boolean;
}) => {
    column: K;
    from: A;
    to: B;
    field: ReturnType<typeof date>;
    compare: 'days';
};

export const equal: Comparing<"equal">;

export const filterShape: <FS extends Filters>(filters: FS) => FilterShape<FS>;

export const includes: Comparing<"includes">;

export const mayBeEmpty: ({ compare, field }: Filter) => boolean;

export const mayBeNot: ({ compare, field }: Filter) => boolean;

export const oneOf: Comparing<"oneOf">;

export const parametersOf: (name: string, { from, to }: Filter) => readonly string[];

export const rangeText: (from: unknown, to: unknown) => string;

export const takesSeveral: ({ compare, field }: Filter) => boolean;
}

declare module 'tenant-admin/resources/kit/filterCounts' {
import { Call } from 'tenant-admin/resources/kit/call'

import { Feature } from 'tenant-admin/resources/kit/call'

import { Field } from 'tenant-admin/resources/kit/field'

import { Filters } from 'tenant-admin/resources/kit/filter'

import { z } from 'zod'

export type CountedList = {
    name: string;
    filters: Filters;
    listCall: Call;
    fixed: object;
    feature: Feature | undefined;
};

export type FilterCounts = {
    call: Call;
    names: readonly string[];
};

export type OptionCount = z.output<typeof optionCounts>[number];

export const filterCountsOf: ({ name, filters, listCall, fixed, feature, }: CountedList) => FilterCounts | undefined;

export const listedValues: (field: Field) => readonly (string | number)[] | undefined;

export const optionCounts: z.ZodArray<z.ZodObject<{
    option: z.ZodString;
    count: z.ZodInt;
}, z.core.$strip>>;
}

declare module 'tenant-admin/resources/kit/firmTime' {
export const firmDay: (at: Date | number) => string;
}

declare module 'tenant-admin/resources/kit/imports' {
import { Call } from 'tenant-admin/resources/kit/call'

import { Feature } from 'tenant-admin/resources/kit/call'

import { PageRoute } from 'tenant-admin/resources/kit/route'

import { Route } from 'tenant-admin/resources/kit/route'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type ImportAnswer = z.output<ReturnType<typeof output>>;

export type ImportCall = Call<Who, ReturnType<typeof input>, ReturnType<typeof output>, true>;

export type ImportInput = z.output<ReturnType<typeof input>>;

export type ImportedEntity = {
    name: string;
    createCall: Call;
    list: Route;
    create: Route;
    feature: Feature | undefined;
};

export type RecordImport = {
    call: ImportCall;
    page: PageRoute;
};

export const importOf: ({ name, createCall, list, create, feature }: ImportedEntity) => RecordImport;

export const input: () => z.ZodObject<{
    list: z.ZodArray<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    dryRun: z.ZodDefault<z.ZodLiteral<0 | 1>>;
    source: z.ZodDefault<z.ZodLiteral<1 | 2>>;
}, z.core.$strict>;

export const output: () => z.ZodObject<{
    batchId: z.ZodNullable<z.ZodInt>;
    created: z.ZodInt;
    faults: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        errors: z.ZodRecord<z.ZodString, z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
}

declare module 'tenant-admin/resources/kit/inventory' {
import { Fields } from 'tenant-admin/resources/kit/field'

export type Answered<A extends FieldAnswers> = Named<A['general']> | Named<A['sensitive']> | (A['none'] extends readonly (infer N)[] ? N : never);

export type FieldAnswer = 'none' | {
    class: 'general' | 'sensitive';
    purpose: string;
};

export type FieldAnswers<N extends string = string> = {
    general?: Purposes<N>;
    sensitive?: Purposes<N>;
    none?: readonly N[];
};

export type FieldName<R extends NamedResource> = keyof R['fields'] & string;

export type Inventory<N extends string = string> = {
    resource: string;
    answers: FieldAnswers<N>;
    shows?: string;
};

export type Named<P> = P extends Purposes<infer N> ? N : never;

export type NamedResource = {
    readonly name: string;
    readonly fields: Fields;
};

export type NoneMissing<N extends string> = [N] extends [never] ? unknown : {
    unanswered: N;
};

export type Purposes<N extends string> = {
    readonly [purpose: string]: readonly N[];
};

export const inventory: <const F extends Fields, const A extends FieldAnswers<keyof F & string>>({ name }: {
    readonly name: string;
    readonly fields: F;
}, answers: A & NoneMissing<Exclude<keyof F & string, Answered<A>>>) => Inventory<keyof F & string>;

export const viewOf: <const R extends NamedResource, const V extends NamedResource>({ name }: R, view: V & NoneMissing<Exclude<FieldName<V>, FieldName<R>> | Exclude<FieldName<R>, FieldName<V>>>) => Inventory<FieldName<V>>;
}

declare module 'tenant-admin/resources/kit/kinds/area' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const area: <const P extends readonly [province: string, city: string]>(label: string, parts: P, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "area";
    readonly label: string;
    readonly parts: P;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const areaKind: KindDefinition<'area'>;
}

declare module 'tenant-admin/resources/kit/kinds/custom' {
import { Fields } from 'tenant-admin/resources/kit/field'

import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { RegisteredWidget } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const customField: <I extends z.ZodType, O extends z.ZodType>(label: string, { widget, schema, output, fields, ...rest }: SharedOptions & {
    widget: RegisteredWidget;
    schema: I;
    output: O;
    fields?: Fields;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "custom";
    readonly label: string;
    readonly widget: import('tenant-admin/resources/domain/widget').Widget;
    readonly fields?: Fields | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: I;
    output: O;
};

export const customKind: KindDefinition<'custom'>;

export const group: <const F extends Fields>(label: string, fields: F, rest?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "custom";
    readonly label: string;
    readonly widget: "group";
    readonly fields: F;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodObject<{ -readonly [P in keyof { [K in keyof F]: F[K]["schema"]; }]: { [K in keyof F]: F[K]["schema"]; }[P]; }, z.core.$strict>;
    output: z.ZodObject<{ -readonly [P in keyof { [K in keyof F]: F[K]["output"]; }]: { [K in keyof F]: F[K]["output"]; }[P]; }, z.core.$strip>;
};
}

declare module 'tenant-admin/resources/kit/kinds/date' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const date: (label: string, { daysAhead, ...options }?: SharedOptions & {
    daysAhead?: readonly number[];
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "date";
    readonly label: string;
    readonly isRequired: true;
    readonly daysAhead?: readonly number[] | undefined;
}, "output" | "schema"> & {
    schema: z.ZodISODate;
    output: z.ZodString;
};

export const dateKind: KindDefinition<'date'>;
}

declare module 'tenant-admin/resources/kit/kinds/datetime' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { ValueReader } from 'tenant-admin/resources/kit/reading'

import { z } from 'zod'

export const asMoment: ValueReader;

export const datetime: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "datetime";
    readonly label: string;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodISODateTime;
    output: z.ZodString;
};

export const datetimeKind: KindDefinition<'datetime'>;
}

declare module 'tenant-admin/resources/kit/kinds/decimal' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type Options = SharedOptions & {
    min: number;
    max: number;
    digits: number;
    isRounded?: true;
};

export const decimal: (label: string, { min, max, digits, isRounded, ...rest }: Options) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "decimal";
    readonly label: string;
    readonly min: number;
    readonly max: number;
    readonly digits: number;
    readonly isRounded?: true | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodNumber;
    output: z.ZodNumber;
};

export const decimalKind: KindDefinition<'decimal'>;
}

declare module 'tenant-admin/resources/kit/kinds/image' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { RegisteredUploadScene } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type PictureFrame = {
    ratio?: readonly [number, number];
    minWidth?: number;
    minHeight?: number;
};

export const image: (label: string, { scene, frame, ...rest }: SharedOptions & {
    scene: RegisteredUploadScene;
    frame?: PictureFrame;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "image";
    readonly label: string;
    readonly scene: import('tenant-admin/resources/domain/uploadScene').UploadScene;
    readonly frame: PictureFrame;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const imageKind: KindDefinition<'image'>;

export const pictureSchema: (label: string) => z.ZodString;
}

declare module 'tenant-admin/resources/kit/kinds/images' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { PictureFrame } from 'tenant-admin/resources/kit/kinds/image'

import { RegisteredUploadScene } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const images: (label: string, { scene, frame, max, ...rest }: SharedOptions & {
    scene: RegisteredUploadScene;
    frame?: PictureFrame;
    max: number;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "images";
    readonly label: string;
    readonly scene: import('tenant-admin/resources/domain/uploadScene').UploadScene;
    readonly frame: PictureFrame;
    readonly max: number;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodArray<z.ZodObject<{
        url: z.ZodString;
        alt: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$strict>>;
    output: z.ZodArray<z.ZodObject<{
        url: z.ZodString;
        alt: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$strip>>;
};

export const imagesKind: KindDefinition<'images'>;
}

declare module 'tenant-admin/resources/kit/kinds/integer' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const integer: (label: string, { min, max, unit, ...rest }?: SharedOptions & {
    min?: number;
    max?: number;
    unit?: string;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "integer";
    readonly label: string;
    readonly min: number;
    readonly max: number;
    readonly unit?: string | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodInt;
    output: z.ZodInt;
};

export const integerKind: KindDefinition<'integer'>;
}

declare module 'tenant-admin/resources/kit/kinds/kind' {
import { Field } from 'tenant-admin/resources/kit/field'

import { FieldKind } from 'tenant-admin/resources/kit/field'

import { Fields } from 'tenant-admin/resources/kit/field'

import { Language } from 'tenant-admin/resources/kit/translate'

import { Option } from 'tenant-admin/resources/kit/field'

import { ValueReader } from 'tenant-admin/resources/kit/reading'

export type Describing = {
    language: Language;
    nameOf: (id: unknown) => string;
    row: (fields: Fields, row: Readonly<Record<string, unknown>>) => string;
    group: (fields: Fields, group: Readonly<Record<string, unknown>>) => string;
};

export type KindDefinition<K extends FieldKind> = {
    isMoment?: true;
    hasOffset?: true;
    isPicture?: true;
    isNumeric?: true;
    isSecret?: true;
    refersTo?: 'one' | 'many';
    options?: (field: Field<K>) => readonly Option[];
    isChoice?: true;
    isChosenByParts?: true;
    isWorded?: true | 'asItsParts';
    initial?: 0;
    read: ValueReader;
    empty?: () => unknown;
    describe: (field: Field<K>, value: unknown, by: Describing) => string;
    comparison: 'text' | 'items' | 'rendered';
    sheetForm: SheetForm | null;
    isGivenByRow?: true;
    tidy?: (field: Field<K>, text: string) => string;
    keyboard?: (field: Field<K>) => 'text' | 'tel' | 'email' | 'url' | 'numeric';
    examples: (field: Field<K>, mark: string, referred: unknown) => readonly unknown[];
};

export type SheetForm = 'text' | 'number' | 'option' | 'day' | 'month' | 'reference';
}

declare module 'tenant-admin/resources/kit/kinds/kinds' {
import { Field } from 'tenant-admin/resources/kit/field'

import { FieldKind } from 'tenant-admin/resources/kit/field'

import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { Option } from 'tenant-admin/resources/kit/field'

export const kindOf: <K extends FieldKind>({ kind }: {
    kind: K;
}) => KindDefinition<K>;

export const kinds: {
    readonly [K in FieldKind]: KindDefinition<K>;
};

export const optionsOf: (field: Field) => readonly Option[] | undefined;
}

declare module 'tenant-admin/resources/kit/kinds/month' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const month: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "month";
    readonly label: string;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const monthKind: KindDefinition<'month'>;
}

declare module 'tenant-admin/resources/kit/kinds/multiSelect' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type OptionGroups = Readonly<Record<string, readonly (string | number)[]>>;

export const multiSelect: <const O extends readonly (readonly [value: string | number, label: string])[]>(label: string, options: O, { max, isOrdered, groups, ...rest }?: SharedOptions & {
    max?: number;
    isOrdered?: true;
    groups?: OptionGroups;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "multiSelect";
    readonly label: string;
    readonly options: O;
    readonly max: number;
    readonly isOrdered?: true | undefined;
    readonly groups?: Readonly<Record<string, readonly (string | number)[]>> | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodArray<z.ZodLiteral<O[number][0]>>;
    output: z.ZodArray<z.ZodLiteral<O[number][0]>>;
};

export const multiSelectKind: KindDefinition<'multiSelect'>;
}

declare module 'tenant-admin/resources/kit/kinds/password' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const password: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "password";
    readonly label: string;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodNever;
};

export const passwordKind: KindDefinition<'password'>;
}

declare module 'tenant-admin/resources/kit/kinds/reference' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { RegisteredReferable } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const idSchema: (error: string) => z.ZodInt;

export const reference: (label: string, to: RegisteredReferable, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "reference";
    readonly label: string;
    readonly to: import('tenant-admin/resources/domain/referable').Referable;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodInt;
    output: z.ZodInt;
};

export const referenceKind: KindDefinition<'reference'>;
}

declare module 'tenant-admin/resources/kit/kinds/references' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { RegisteredReferable } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const references: (label: string, to: RegisteredReferable, { max, ...rest }: SharedOptions & {
    max: number;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "references";
    readonly label: string;
    readonly to: import('tenant-admin/resources/domain/referable').Referable;
    readonly max: number;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodArray<z.ZodInt>;
    output: z.ZodArray<z.ZodInt>;
};

export const referencesKind: KindDefinition<'references'>;
}

declare module 'tenant-admin/resources/kit/kinds/richText' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { RegisteredMarkupSet } from 'tenant-admin/resources/kit/registered'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const richText: <const A extends RegisteredMarkupSet = 'basic'>(label: string, { max, allows, ...rest }: SharedOptions & {
    max: number;
    allows?: A;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "richText";
    readonly label: string;
    readonly max: number;
    readonly allows: A;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const richTextKind: KindDefinition<'richText'>;
}

declare module 'tenant-admin/resources/kit/kinds/rows' {
import { Fields } from 'tenant-admin/resources/kit/field'

import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type RowsOptions<N extends string> = SharedOptions & {
    max: number;
    rowPerOptionOf?: N;
    allowedCounts?: readonly number[];
};

export const rows: <const F extends Fields>(label: string, fields: F, { max, rowPerOptionOf, allowedCounts, ...rest }: RowsOptions<keyof NoInfer<F> & string>) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "rows";
    readonly label: string;
    readonly fields: F;
    readonly max: number;
    readonly rowPerOptionOf?: (NoInfer<keyof F> & string) | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodArray<z.ZodObject<{ -readonly [P in keyof { [K in keyof F]: F[K]["schema"]; }]: { [K in keyof F]: F[K]["schema"]; }[P]; }, z.core.$strict>>;
    output: z.ZodArray<z.ZodObject<{ -readonly [P in keyof { [K in keyof F]: F[K]["output"]; }]: { [K in keyof F]: F[K]["output"]; }[P]; }, z.core.$strip>>;
};

export const rowsKind: KindDefinition<'rows'>;
}

declare module 'tenant-admin/resources/kit/kinds/select' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { Language } from 'tenant-admin/resources/kit/translate'

import { Option } from 'tenant-admin/resources/kit/field'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type ValueOf<O extends readonly Option[]> = O[number][0];

export type WaitingState = {
    state: string | number;
    since: readonly string[];
};

export const optionLabel: (options: readonly Option[], value: unknown, { translate }: Language) => string;

export const select: <const O extends readonly Option[]>(label: string, options: O, { waitingState, ...rest }?: SharedOptions & {
    waitingState?: WaitingState;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "select";
    readonly label: string;
    readonly options: O;
    readonly waitingState?: WaitingState | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodLiteral<ValueOf<O>>;
    output: z.ZodLiteral<ValueOf<O>>;
};

export const selectKind: KindDefinition<'select'>;

export const valuesOf: <const O extends readonly Option[]>(options: O) => [ValueOf<O>, ...ValueOf<O>[]];
}

declare module 'tenant-admin/resources/kit/kinds/strings' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { TextField } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const strings: (label: string, item: TextField, { max, ...rest }: SharedOptions & {
    max: number;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "strings";
    readonly label: string;
    readonly item: {
        kind: "text";
    } & {
        label: string;
        schema: z.ZodType;
        output: z.ZodType;
        isRequired: boolean;
        hint?: string;
        isSensitive?: true;
        readableBy?: import('tenant-admin/resources/kit/registered').Who;
        revealedTo?: import('tenant-admin/resources/kit/registered').Who;
        isRevealedOnRequest?: true;
        isJson?: true;
    } & {
        max: number;
        isPersonName?: true;
        format: "email" | "mobile" | "name" | "plain" | "tel" | "url";
        isMultiline: boolean;
        isSentence?: import('tenant-admin/resources/kit/field').SentenceCondition;
        suggestedBy?: import('tenant-admin/resources/kit/kinds/text').SuggestedBy;
    };
    readonly max: number;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodArray<z.ZodType<string, string, z.core.$ZodTypeInternals<string, string>>>;
    output: z.ZodArray<z.ZodString>;
};

export const stringsKind: KindDefinition<'strings'>;
}

declare module 'tenant-admin/resources/kit/kinds/text' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SentenceCondition } from 'tenant-admin/resources/kit/field'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type SuggestedBy = {
    setting: string;
    field: string;
};

export type TextFormat = 'plain' | 'name' | 'tel' | 'mobile' | 'email' | 'url';

export type TextOptions = SharedOptions & {
    min?: number;
    max: number;
    pattern?: readonly [RegExp, string];
    format?: TextFormat;
    isMultiline?: boolean;
    isSentence?: SentenceCondition;
    suggestedBy?: SuggestedBy;
};

export const email: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: number;
    readonly format: TextFormat;
    readonly isMultiline: boolean;
    readonly isPersonName?: true | undefined;
    readonly isSentence?: SentenceCondition | undefined;
    readonly suggestedBy?: SuggestedBy | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const isSentenceIn: ({ isSentence: condition }: {
    isSentence?: SentenceCondition;
}, record: object) => boolean;

export const keyboards: {
    readonly plain: 'text';
    readonly name: 'text';
    readonly tel: 'tel';
    readonly mobile: 'tel';
    readonly email: 'email';
    readonly url: 'url';
};

export const mobile: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: 11;
    readonly format: "mobile";
    readonly isMultiline: false;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const personName: (label?: string) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: number;
    readonly format: TextFormat;
    readonly isMultiline: boolean;
    readonly isPersonName?: true | undefined;
    readonly isSentence?: SentenceCondition | undefined;
    readonly suggestedBy?: SuggestedBy | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const phone: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: number;
    readonly format: TextFormat;
    readonly isMultiline: boolean;
    readonly isPersonName?: true | undefined;
    readonly isSentence?: SentenceCondition | undefined;
    readonly suggestedBy?: SuggestedBy | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const sentence: (isSentence?: SentenceCondition) => z.ZodString;

export const text: (label: string, options: TextOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: number;
    readonly format: TextFormat;
    readonly isMultiline: boolean;
    readonly isPersonName?: true | undefined;
    readonly isSentence?: SentenceCondition | undefined;
    readonly suggestedBy?: SuggestedBy | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};

export const textKind: KindDefinition<'text'>;

export const url: (label: string, options?: SharedOptions & {
    max?: number;
}) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "text";
    readonly label: string;
    readonly max: number;
    readonly format: TextFormat;
    readonly isMultiline: boolean;
    readonly isPersonName?: true | undefined;
    readonly isSentence?: SentenceCondition | undefined;
    readonly suggestedBy?: SuggestedBy | undefined;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodString;
    output: z.ZodString;
};
}

declare module 'tenant-admin/resources/kit/kinds/toggle' {
import { KindDefinition } from 'tenant-admin/resources/kit/kinds/kind'

import { SharedOptions } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export const toggle: (label: string, options?: SharedOptions) => Omit<{
    readonly hint?: string | undefined;
    readonly isSensitive?: true | undefined;
    readonly readableBy?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly revealedTo?: import('tenant-admin/resources/kit/registered').Who | undefined;
    readonly isRevealedOnRequest?: true | undefined;
    readonly isJson?: true | undefined;
    readonly kind: "toggle";
    readonly label: string;
    readonly isRequired: true;
}, "output" | "schema"> & {
    schema: z.ZodLiteral<0 | 1>;
    output: z.ZodLiteral<0 | 1>;
};

export const toggleKind: KindDefinition<'toggle'>;
}

declare module 'tenant-admin/resources/kit/messages' {
export const notBlankCheck: (label: string) => readonly [(text: string) => boolean, {
    readonly error: `${string}不能为空字符`;
    readonly abort: true;
}];
}

declare module 'tenant-admin/resources/kit/mobiles' {
export const hasSeveralMobiles: (text: string) => boolean;

export const mobilePattern: RegExp;

export const mobileWithin: RegExp;

export const mobilesIn: (text: string) => string[];

export const toMobile: (text: string) => string;
}

declare module 'tenant-admin/resources/kit/names' {
export const hasHan: (text: string) => boolean;

export const toName: (text: string) => string;
}

declare module 'tenant-admin/resources/kit/objects' {
export const entriesOf: <K extends string, V>(literal: { readonly [P in K]?: V; }) => [key: K, value: V][];

export const fromKeys: <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) => Record<K, V>;

export const isPlainObject: (value: unknown) => value is Readonly<Record<string, unknown>>;

export const keysOf: <O extends object>(literal: O) => Extract<keyof O, string>[];
}

declare module 'tenant-admin/resources/kit/reading' {
export type ValueReader = (value: unknown) => unknown;

export const asList: ValueReader;

export const asNumber: ValueReader;

export const asRecord: ValueReader;

export const asSwitch: ValueReader;

export const asText: ValueReader;
}

declare module 'tenant-admin/resources/kit/register' {
export interface Register {
}
}

declare module 'tenant-admin/resources/kit/registered' {
import { Register } from 'tenant-admin/resources/kit/register'

export type Registered<K extends string> = Register extends Record<K, infer T extends string> ? T : string;

export type RegisteredCapability = Registered<'capability'>;

export type RegisteredLogModule = Register extends Record<'logModule', infer T extends number> ? T : number;

export type RegisteredMarkupSet = Registered<'markup'>;

export type RegisteredMenuName = Registered<'menu'>;

export type RegisteredPage = Registered<'page'>;

export type RegisteredReferable = Registered<'referable'>;

export type RegisteredRole = Registered<'role'>;

export type RegisteredUploadScene = Registered<'uploadScene'>;

export type RegisteredWidget = Registered<'widget'>;

export type Who = 'public' | 'signedIn' | 'self' | 'admin' | 'lawyer' | RegisteredCapability;
}

declare module 'tenant-admin/resources/kit/resource' {
import { Action } from 'tenant-admin/resources/kit/action'

import { AnySetting } from 'tenant-admin/resources/kit/setting'

import { Calls } from 'tenant-admin/resources/kit/call'

import { Entity } from 'tenant-admin/resources/kit/entity'

import { Fields } from 'tenant-admin/resources/kit/field'

import { z } from 'zod'

export type AnyEntity = Omit<Entity<Fields, Calls>, 'actions'> & {
    actions: Record<string, Action<never>>;
};

export type AnyRecord = {
    id: number;
} & Record<string, unknown>;

export type AnyResource = AnyEntity | AnySetting;

export type InputOf<C> = C extends {
    input: infer I extends z.ZodType;
} ? z.input<I> : never;

export type OutputOf<C> = C extends {
    output: infer O extends z.ZodType;
} ? z.output<O> : never;

export const isEntity: (resource: AnyResource) => resource is AnyEntity;
}

declare module 'tenant-admin/resources/kit/resourceBase' {
import { Action } from 'tenant-admin/resources/kit/action'

import { Calls } from 'tenant-admin/resources/kit/call'

import { Feature } from 'tenant-admin/resources/kit/call'

import { Fields } from 'tenant-admin/resources/kit/field'

import { PageRoute } from 'tenant-admin/resources/kit/route'

import { RegisteredLogModule } from 'tenant-admin/resources/kit/registered'

import { Route } from 'tenant-admin/resources/kit/route'

import { View } from 'tenant-admin/resources/kit/route'

export type Crud<C extends string = string> = {
    list?: C;
    one?: C;
    create?: C;
    update?: C;
    remove?: C;
};

export type FieldSections<N extends string = string> = Readonly<Record<string, readonly N[]>>;

export type ResourceBase<F extends Fields = Fields, C extends Calls = Calls, N extends string = string, V extends Crud = Crud> = {
    name: N;
    label: string;
    fields: F;
    calls: C;
    crud: V;
    feature?: Feature;
    logModule?: RegisteredLogModule;
    views: Partial<Record<View, Route>>;
    pages: Record<string, PageRoute<keyof C & string>>;
    form: FieldSections<keyof F & string>;
    actions: Record<string, Action<never>>;
};
}

declare module 'tenant-admin/resources/kit/route' {
import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { RegisteredMenuName } from 'tenant-admin/resources/kit/registered'

import { RegisteredPage } from 'tenant-admin/resources/kit/registered'

import { RegisteredRole } from 'tenant-admin/resources/kit/registered'

export type PageRoute<C extends string = string> = Route & {
    page: RegisteredPage;
    requires?: C;
    isOnList?: true;
    isDanger?: true;
    isOffRow?: true;
    when?: (record: Readonly<Record<string, unknown>>) => boolean;
};

export type Route = {
    path: `/app/${string}`;
    title: string;
    roles: readonly RegisteredRole[];
    capability?: RegisteredCapability | readonly RegisteredCapability[];
    menu?: RegisteredMenuName;
    parent?: RegisteredMenuName;
    page?: RegisteredPage;
};

export type View = 'list' | 'create' | 'edit' | 'show';
}

declare module 'tenant-admin/resources/kit/searchForms' {
export const searchForms: (typed: string) => string[];

export const typedPinyin: (text: string) => string;

export const withV: (letters: string) => string;
}

declare module 'tenant-admin/resources/kit/setting' {
import { Calls } from 'tenant-admin/resources/kit/call'

import { Crud } from 'tenant-admin/resources/kit/resourceBase'

import { FieldSections } from 'tenant-admin/resources/kit/resourceBase'

import { Fields } from 'tenant-admin/resources/kit/field'

import { RecordValues } from 'tenant-admin/resources/kit/field'

import { RegisteredCapability } from 'tenant-admin/resources/kit/registered'

import { RegisteredLogModule } from 'tenant-admin/resources/kit/registered'

import { RegisteredMenuName } from 'tenant-admin/resources/kit/registered'

import { ResourceBase } from 'tenant-admin/resources/kit/resourceBase'

import { Route } from 'tenant-admin/resources/kit/route'

import { z } from 'zod'

export type AnySetting = Setting;

export type Configuration<F extends Fields, C extends Calls, N extends string> = Pick<ResourceBase<F, C, N>, 'name' | 'label' | 'fields' | 'calls' | 'pages'> & {
    form?: FieldSections<keyof F & string>;
};

export type DeepReadonly<T> = T extends object ? {
    readonly [K in keyof T]: DeepReadonly<T[K]>;
} : T;

export type Initial<F extends Fields> = {
    readonly [K in keyof F as F[K]['isRequired'] extends false ? never : K]: DeepReadonly<z.output<F[K]['output']>>;
} & {
    readonly [K in keyof F]?: DeepReadonly<z.output<F[K]['output']>>;
};

export type Setting<F extends Fields = Fields, C extends Calls = Calls, N extends string = string, V extends Crud = Crud> = ResourceBase<F, C, N, V> & {
    isSetting: true;
    initial?: object;
    addresses?: Readonly<Record<string, `/${string}`>>;
    explanation?: readonly string[];
    choices?: never;
    exports?: never;
    fixed?: never;
};

export type SettingDeclaration<N extends string, F extends Fields> = {
    name: N;
    label: string;
    fields: F;
    initial: Initial<NoInfer<F>>;
    errors?: (values: RecordValues<F>) => Readonly<Record<string, string>>;
    form?: FieldSections<keyof NoInfer<F> & string>;
    path: `/${string}`;
    view: RegisteredCapability;
    edit: RegisteredCapability;
    logModule: RegisteredLogModule;
    addresses?: Readonly<Record<string, `/${string}`>>;
    explanation?: readonly string[];
    route: Route & {
        menu: RegisteredMenuName;
    };
    isAddition?: true;
    isProposable?: true;
};

export const defineConfiguration: <const F extends Fields, const C extends Calls, const N extends string>({ form, ...configuration }: Configuration<F, C, N>) => Setting<F, C, N>;

export const defineSetting: <const N extends string, const F extends Fields>(setting: SettingDeclaration<N, F>) => {
    name: N;
    label: string;
    isSetting: true;
    fields: F;
    calls: {
        get: import('tenant-admin/resources/kit/call').Call<import('tenant-admin/resources/domain/rights').Capability, z.ZodObject<{}, z.core.$strict>, z.ZodObject<(keyof F & "version" extends never ? { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; } & {
            version: z.ZodInt;
        } : { [K in keyof { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; } as K extends "version" ? never : K]: { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; }[K]; } & {
            version: z.ZodInt;
        }) extends infer T ? { [k in keyof T]: T[k]; } : never, z.core.$strip>, boolean>;
        update: import('tenant-admin/resources/kit/call').Call<import('tenant-admin/resources/domain/rights').Capability, z.ZodObject<(keyof F & "version" extends never ? { -readonly [P in keyof { [K in keyof F]: F[K]["schema"]; }]: { [K in keyof F]: F[K]["schema"]; }[P]; } & {
            version: z.ZodInt;
        } : { [K in keyof { -readonly [P in keyof { [K in keyof F]: F[K]["schema"]; }]: { [K in keyof F]: F[K]["schema"]; }[P]; } as K extends "version" ? never : K]: { -readonly [P in keyof { [K in keyof F]: F[K]["schema"]; }]: { [K in keyof F]: F[K]["schema"]; }[P]; }[K]; } & {
            version: z.ZodInt;
        }) extends infer T_1 ? { [k in keyof T_1]: T_1[k]; } : never, z.core.$strict>, z.ZodObject<(keyof F & "version" extends never ? { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; } & {
            version: z.ZodInt;
        } : { [K in keyof { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; } as K extends "version" ? never : K]: { -readonly [P in keyof { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }]: { [K in keyof F]: F[K]["output"] extends infer T_1 ? T_1 extends F[K]["output"] ? T_1 extends z.ZodOptional<infer P extends z.ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>> ? P : T_1 : never : never; }[P]; }[K]; } & {
            version: z.ZodInt;
        }) extends infer T ? { [k in keyof T]: T[k]; } : never, z.core.$strip>, boolean>;
    };
    crud: {
        one: string;
        update: string;
    };
    feature: "bulk" | "card" | "card.create" | "card.list" | "card.mandate" | "card.verification" | "cms" | "cms.article" | "cms.case" | "cms.category" | "cms.trend" | "cms.video" | "conf" | "conf.cardAudit" | "conf.cardSort" | "conf.loginReg" | "conf.mpCard" | "conf.mpIndex" | "conf.mpShare" | "conf.qrcode" | "home" | "import" | "integration" | "integration.agents" | "integration.deliveries" | "integration.feed" | "integration.signOn" | "integration.tokens" | "integration.transfer" | "integration.webhooks" | "lawyer" | "lawyer.create" | "lawyer.holds" | "lawyer.list" | "lawyer.privacy" | "lawyer.transfer" | "logs" | "office" | "office.firm" | "office.list" | "office.weight" | "operation" | "operation.compliance" | "operation.englishDraft" | "operation.mailSignature" | "operation.position" | "operation.profession" | "operation.reminders" | "operation.start" | "recycle" | "recycle.article" | "recycle.card" | "recycle.lawyer" | "review" | "setting" | "setting.admin" | "setting.assets" | "setting.assets.commonIcons" | "setting.assets.commonImages" | "setting.assets.icons" | "setting.assets.images" | "setting.cardMenu" | "setting.cardSearch" | "setting.icp" | "setting.miniprogram" | "setting.operator" | "setting.operator.language" | "setting.operator.status" | "setting.operator.system" | "user.account" | "user.account.passwd" | "user.account.settings" | "user.admin" | "user.dashboard" | "user.logs" | "user.logs.logs" | "user.logs.msg" | "user.mandate" | `${string}:${string}`;
    logModule: import('tenant-admin/resources/domain/logVocabulary').LogModule;
    views: {
        edit: Route & {
            menu: RegisteredMenuName;
        };
    };
    pages: {};
    form: Readonly<Record<string, readonly (NoInfer<keyof F> & string)[]>>;
    actions: {};
    initial: Initial<F>;
    addresses?: Readonly<Record<string, `/${string}`>> | undefined;
    explanation?: readonly string[] | undefined;
};
}

declare module 'tenant-admin/resources/kit/translate' {
export type Formats = Readonly<Record<'day' | 'month' | 'typedDay' | 'typedMonth', Formatter<string>> & Record<'moment' | 'firmMoment' | 'time' | 'dayOfYear', Formatter<Date>> & {
    number: (value: unknown, digits?: number) => string;
}> & {
    readonly compare: (one: string, other: string) => number;
};

export type Formatter<In> = (value: In) => string;

export type Language = {
    readonly locale: string;
    readonly formats: Formats;
    readonly translate: Translate;
};

export type TextValues = Readonly<Record<string, unknown>>;

export type Translate = (key: string, values?: TextValues) => string;
}

declare module 'tenant-admin/server/context/apiError' {
import { Code } from 'tenant-admin/resources/domain/codes'

import { FieldErrors } from 'tenant-admin/resources/domain/codes'

export class ApiError extends Error {
    readonly code: Code;
    readonly data: unknown;
    constructor(code: Code, message?: string, data?: unknown);
}

export class ValidationError extends ApiError {
    readonly errors: FieldErrors;
    constructor(errors: FieldErrors);
}

export const invalid: (errors: FieldErrors) => ValidationError;

export const notFound: () => ApiError;
}

declare module 'tenant-admin/server/context/batchKind' {
export type RecordBatch = object;
}

declare module 'tenant-admin/server/context/bind' {
import { AnyResource } from 'tenant-admin/resources/kit/resource'

import { BoundCall } from 'tenant-admin/server/context/checks'

import { Calls } from 'tenant-admin/resources/kit/call'

import { Handlers } from 'tenant-admin/server/context/handlers'

import { Lookup } from 'tenant-admin/server/context/checks'

export const bindHandlers: <C extends Calls>({ name, calls, feature }: {
    name: string;
    calls: C;
    feature?: AnyResource['feature'];
}, handlers: NoInfer<Handlers<C>>, lookUp?: Lookup) => BoundCall[];
}

declare module 'tenant-admin/server/context/checks' {
import { AnyResource } from 'tenant-admin/resources/kit/resource'

import { Call } from 'tenant-admin/resources/kit/call'

import { CallSubject } from 'tenant-admin/resources/kit/call'

import { Caller } from 'tenant-admin/server/context/context'

import { Context } from 'tenant-admin/server/context/context'

import { FrozenRow } from 'tenant-admin/server/context/handlers'

import { OptionCount } from 'tenant-admin/resources/kit/filterCounts'

import { RecordBatch } from 'tenant-admin/server/context/batchKind'

import { Wire } from 'tenant-admin/server/context/wire'

export type AnyListing = {
    page: UntypedHandler;
    ids: (query: unknown, context: Context<Caller | null>, most: number) => Promise<number[]>;
    frozen?: (query: unknown, context: Context<Caller | null>, most: number, title: string) => Promise<FrozenRow[]>;
    optionCounts?: (query: unknown, context: Context<Caller | null>, filter: string) => Promise<OptionCount[] | null>;
    inFile?: (rows: readonly Row[], context: Context<Caller | null>) => Promise<Row[]>;
};

export type BoundCall = {
    name: string;
    call: Call;
    feature: AnyResource['feature'];
    handle: UntypedHandler;
    isOutside: boolean;
    isList?: true;
    listing?: AnyListing;
    batch?: RecordBatch;
    lookUp?: Lookup;
    wire?: Wire;
};

export type Lookup = (input: CallSubject, context: Context) => Promise<CallSubject>;

export type Row = Readonly<Record<string, unknown>>;

export type UntypedHandler = (input: unknown, context: Context<Caller | null>) => Promise<unknown>;
}

declare module 'tenant-admin/server/context/context' {
import { Capability } from 'tenant-admin/resources/domain/rights'

import { Database } from 'tenant-admin/server/db/connection/open'

import { Db } from 'tenant-admin/server/db/connection/transaction'

import { FeatureSwitches } from 'tenant-admin/resources/domain/menu'

import { OfficeLevel } from 'tenant-admin/resources/domain/role'

import { Population } from 'tenant-admin/resources/domain/role'

import { RightSwitches } from 'tenant-admin/resources/domain/right'

import { Role } from 'tenant-admin/resources/domain/role'

import { Scope } from 'tenant-admin/resources/domain/right'

import { Services } from 'tenant-admin/server/context/services'

export type ActingMandate = {
    id: number;
    fields: readonly string[];
    lawyerName: string;
    assistant: Pick<Caller, 'population' | 'id' | 'name' | 'organizationId' | 'officeLevel'>;
};

export type Caller = {
    population: Population;
    id: number;
    firmId: number;
    organizationId: number;
    officeLevel: OfficeLevel | null;
    isSystem: boolean;
    name: string;
    roles: readonly Role[];
    capabilities: ReadonlySet<Capability>;
    mustChangePwd: boolean;
    mustSetFactor: boolean;
    sessionId: number;
    standsInFor: readonly Substitution[];
    mandate?: ActingMandate;
    view?: ViewOfAccount;
    apiToken?: {
        id: number;
        name: string;
        agent: 'none' | 'allowed' | 'refused';
        mayPropose: boolean;
        isForDirectory: boolean;
    };
};

export type Context<W extends Caller | null = Caller> = {
    caller: W;
    firmId: number;
    scope: Scope;
    switches: FirmSwitches;
    db: Db;
    database: Database;
    services: Services;
    now: Date;
    requestId: string;
    ip: string;
    host: string;
    device: string;
    language: ServedLanguage;
    deviceCookie: string | null;
    keepDevice: (cookie: string) => void;
    once(this: void, db: Db, work: () => Promise<unknown>): Promise<unknown>;
    forget(this: void, db: Db): Promise<void>;
    batch?: {
        batchId: number;
        batchCount: number;
    };
    restores?: {
        version: number;
    } | {
        time: string;
    };
    proposal?: {
        tokenName: string;
        ownerName: string;
    };
    onLogged?: (target: LoggedTarget) => void;
    reason: string | null;
};

export type FirmSwitches = {
    features: FeatureSwitches;
    rights: RightSwitches;
    miniProgram: FeatureSwitches;
};

export type LoggedTarget = {
    type: string;
    id: number;
    name: string;
    organizationId: number | null;
};

export type PublicContext = Context<Caller | null>;

export type ServedLanguage = 'zh' | 'en';

export type Substitution = {
    id: number;
    name: string;
    organizationId: number;
    scope: Extract<Scope, 'all' | 'office'>;
};

export type ViewOfAccount = {
    viewer: {
        id: number;
        name: string;
        organizationId: number;
        officeLevel: OfficeLevel;
        sessionId: number;
    };
    expireAt: Date;
};
}

declare module 'tenant-admin/server/context/handlers' {
import { Call } from 'tenant-admin/resources/kit/call'

import { Caller } from 'tenant-admin/server/context/context'

import { Calls } from 'tenant-admin/resources/kit/call'

import { Context } from 'tenant-admin/server/context/context'

import { Filters } from 'tenant-admin/resources/kit/filter'

import { OptionCount } from 'tenant-admin/resources/kit/filterCounts'

import { Who } from 'tenant-admin/resources/kit/registered'

import { z } from 'zod'

export type ContextFor<W extends Who> = W extends 'public' ? Context<Caller | null> : Context;

export type FrozenRow = {
    id: number;
    version: number | null;
    name: string;
};

export type Handler<C extends Call> = (input: z.output<C['input']>, context: ContextFor<C['who']>) => Promise<z.input<C['output']>>;

export type Handlers<C extends Calls> = {
    [K in keyof C]: C[K] extends {
        filters: Filters;
    } ? Listing<C[K]> : Handler<C[K]> | OwnTransaction<Handler<C[K]>>;
};

export type ListedRow<C extends Call> = C['output'] extends z.ZodObject<{
    records: z.ZodArray<infer R extends z.ZodType>;
}> ? R : never;

export type Listing<C extends Call> = {
    page: Handler<C>;
    ids: (query: Partial<z.output<C['input']>>, context: ContextFor<C['who']>, most: number) => Promise<number[]>;
    frozen?: (query: Partial<z.output<C['input']>>, context: ContextFor<C['who']>, most: number, title: string) => Promise<FrozenRow[]>;
    optionCounts?: (query: Partial<z.output<C['input']>>, context: ContextFor<C['who']>, filter: string) => Promise<OptionCount[] | null>;
    inFile?: (rows: readonly z.input<ListedRow<C>>[], context: ContextFor<C['who']>) => Promise<Readonly<Record<string, unknown>>[]>;
};

export type OwnTransaction<H> = {
    ownTransaction: H;
};
}

declare module 'tenant-admin/server/context/runtime' {
import { Context as HttpContext } from 'hono'

import { Database } from 'tenant-admin/server/db/connection/open'

import { Services } from 'tenant-admin/server/context/services'

export type Runtime = {
    database: Database;
    services: Services;
    now: () => Date;
    isSecure: boolean;
    requestIdOf: (http: HttpContext) => string;
    addressOf: (http: HttpContext) => string;
    hostOf: (http: HttpContext) => string;
    apiPath: string;
    storedAddresses: (text: string) => string;
    refuseWhenDiskIsLow: () => void;
};
}

declare module 'tenant-admin/server/context/services' {
export type Services = object;
}

declare module 'tenant-admin/server/context/wire' {
import { Context as HttpContext } from 'hono'

import { MiddlewareHandler } from 'hono'

import { Runtime } from 'tenant-admin/server/context/runtime'

export type OpenedBody = {
    values: Record<string, unknown>;
    session?: SignedSession;
    token?: string;
    isByDirectory?: true;
    leave?: () => void;
};

export type SignedSession = {
    firmId: number;
    sessionId: number;
};

export type Wire = {
    maxBytes: number;
    open: (http: HttpContext, runtime: Runtime) => Promise<OpenedBody>;
    middleware?: MiddlewareHandler;
    send?: (http: HttpContext, data: unknown) => Response;
    refusalStatus?: (code: string) => 400 | 404 | 429 | 503;
};
}

declare module 'tenant-admin/server/db/connection/open' {
import { Db } from 'tenant-admin/server/db/connection/transaction'

import { default as pg } from 'pg'

export type Database = {
    read<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>;
    write<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>;
    writesOf: (firmId: number) => number;
    isDistributed: () => boolean;
    replica?: Replica;
    pool: pg.Pool;
    close: () => Promise<void>;
};

export type Replica = {
    fresh: () => Database | undefined;
    lag: () => Promise<number | null>;
};
}

declare module 'tenant-admin/server/db/connection/transaction' {
import { NodePgDatabase } from 'drizzle-orm/node-postgres'

export type Db = NodePgDatabase<Record<string, unknown>>;
}

declare module 'tenant-admin/server/db/tables/columns' {
export const auditColumns: () => {
    createdAt: import("drizzle-orm").HasDefault<import("drizzle-orm").NotNull<import("drizzle-orm/pg-core").PgTimestampBuilderInitial<"">>>;
    createdBy: import("drizzle-orm/pg-core").PgTextBuilderInitial<"", [string, ...string[]]>;
    createdByName: import("drizzle-orm/pg-core").PgTextBuilderInitial<"", [string, ...string[]]>;
    updatedAt: import("drizzle-orm").HasDefault<import("drizzle-orm").NotNull<import("drizzle-orm/pg-core").PgTimestampBuilderInitial<"">>>;
    updatedByName: import("drizzle-orm/pg-core").PgTextBuilderInitial<"", [string, ...string[]]>;
    version: import("drizzle-orm").HasDefault<import("drizzle-orm").NotNull<import("drizzle-orm/pg-core").PgIntegerBuilderInitial<"">>>;
};

export const firmIdColumn: () => import("drizzle-orm").NotNull<import("drizzle-orm/pg-core").PgIntegerBuilderInitial<"">>;

export const idColumn: () => import("drizzle-orm").NotNull<import("drizzle-orm/pg-core").PgBigSerial53BuilderInitial<"">>;

export const idReference: () => import("drizzle-orm/pg-core").PgBigInt53BuilderInitial<"">;

export const timestamptz: () => import("drizzle-orm/pg-core").PgTimestampBuilderInitial<"">;
}

declare module 'tenant-admin/server/db/tables/records' {
export type LogDiff = {
    field: string;
    label: string;
    before: unknown;
    after: unknown;
    masked: 0 | 1;
}[];
}

declare module 'tenant-admin/server/notifications/notify' {
import { Caller } from 'tenant-admin/server/context/context'

import { Context } from 'tenant-admin/server/context/context'

import { DecidingRight } from 'tenant-admin/server/services/directory/reviewers'

import { Population } from 'tenant-admin/resources/domain/role'

import { SQL } from 'drizzle-orm'

export type NewMessage = {
    type: 1 | 2 | 3 | 4 | 5 | 6 | 7;
    title: string;
    content: string;
    level?: 1 | 2;
    bizType?: string;
    bizId?: number;
    link?: string;
    batchId?: number;
};

export type Receivers = {
    population: Population;
    ids: readonly number[];
} | Reviewers | {
    query: SQL;
};

export type Reviewers = {
    reviewing: DecidingRight;
    organizationId: number;
    lawyerId?: number;
    authorIds?: readonly number[];
};

export type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>;

export const notify: (sender: Sender, notification: NewMessage, to: Receivers) => Promise<number>;
}

declare module 'tenant-admin/server/records/columns' {
import { GetColumnData } from 'drizzle-orm'

import { PgColumn } from 'drizzle-orm/pg-core'

import { PgTable } from 'drizzle-orm/pg-core'

import { SQL } from 'drizzle-orm'

export type ColumnsOf<T extends PgTable> = Omit<T['_']['columns'], keyof Named<T['_']['columns']>> & Named<T['_']['columns']>;

export type ComputedColumns<Row, T extends PgTable> = {
    [K in keyof Row as K extends keyof ColumnsOf<T> ? FitsValue<ColumnsOf<T>[K], Row[K]> extends true ? never : K : K]-?: Selectable<Row[K]>;
} & {
    [K in keyof Row]?: Selectable<Row[K]>;
};

export type FitsValue<C, V> = C extends PgColumn ? (Wire<GetColumnData<C>> extends V ? true : false) : false;

export type Named<C> = (C extends {
    createdByName: infer A;
} ? {
    createdBy: A;
} : unknown) & (C extends {
    updatedByName: infer B;
} ? {
    updatedBy: B;
} : unknown);

export type Selectable<V> = SQL<V> | SQL.Aliased<V> | (PgColumn & {
    _: {
        data: NonNullable<V>;
    };
});

export type Wire<V> = V extends Date ? string : V;
}

declare module 'tenant-admin/server/records/conditions' {
import { Filter } from 'tenant-admin/resources/kit/filter'

import { FilterShape } from 'tenant-admin/resources/kit/filter'

import { Filters } from 'tenant-admin/resources/kit/filter'

import { SQL } from 'drizzle-orm'

import { z } from 'zod'

export type ColumnName<F extends Filter, K> = F extends {
    column: infer C extends string;
} ? C : K;

export type Condition<F extends Filter, FS extends Filters, X> = (value: ValueOf<F>, context: X, query: FilterValues<FS>) => SQL | undefined;

export type Conditions<FS extends Filters, Columns, X> = {
    [K in keyof FS as ColumnName<FS[K], K> extends keyof Columns ? never : K]: Condition<FS[K], FS, X>;
} & {
    [K in keyof FS]?: Condition<FS[K], FS, X>;
};

export type FilterValues<FS extends Filters> = {
    [K in keyof FilterShape<FS>]?: z.output<FilterShape<FS>[K]>;
};

export type ValueOf<F extends Filter> = F extends {
    compare: 'days';
} ? {
    from?: string;
    to?: string;
} : F extends {
    compare: 'oneOf';
} ? z.output<F['field']['schema']>[] : NonNullable<z.output<F['field']['schema']>>;
}

declare module 'tenant-admin/server/records/crud' {
import { AnyEntity } from 'tenant-admin/resources/kit/resource'

import { ColumnsOf } from 'tenant-admin/server/records/columns'

import { CommonRules } from 'tenant-admin/server/records/crudRules'

import { ComputedColumns } from 'tenant-admin/server/records/columns'

import { Conditions } from 'tenant-admin/server/records/conditions'

import { Context } from 'tenant-admin/server/context/context'

import { Crud } from 'tenant-admin/resources/kit/resourceBase'

import { DeclaredEntity } from 'tenant-admin/server/records/crudRules'

import { Handlers } from 'tenant-admin/server/context/handlers'

import { PlainTable } from 'tenant-admin/server/records/crudRules'

import { SortExpressions } from 'tenant-admin/server/records/list'

import { z } from 'zod'

export type AnswerRow<C> = C extends {
    output: infer O extends z.ZodType;
} ? z.input<Extract<Element<O>, z.ZodType>> : never;

export type AnyRow<R extends DeclaredEntity> = AnswerRow<CallOf<R, 'one'>> & AnswerRow<CallOf<R, 'list'>>;

export type ByContext<V> = V | ((context: Context) => V);

export type CallOf<R extends DeclaredEntity, V extends keyof Crud> = R['calls'][Extract<R['crud'][V], keyof R['calls']>];

export type Element<O> = O extends z.ZodArray<infer R> ? R : O extends z.ZodObject<{
    records: z.ZodArray<infer R>;
}> ? R : O;

export type FiltersOf<R extends DeclaredEntity> = CallOf<R, 'list'> extends {
    filters: infer FS;
} ? FS : object;

export type PlainCall<R extends DeclaredEntity> = Extract<R['crud'][keyof R['crud']] | NonNullable<R['choices']>, keyof R['calls'] & string>;

export type RequiredUnlessEmpty<K extends string, V> = object extends V ? {
    [P in K]?: V;
} : {
    [P in K]: V;
};

export type Rules<R extends DeclaredEntity, T extends PlainTable> = CommonRules<T['$inferSelect']> & {
    table: T;
} & RequiredUnlessEmpty<'columns', ByContext<ComputedColumns<AnyRow<R>, T>>> & RequiredUnlessEmpty<'sorts', ByContext<SortExpressions<SortableOf<R>, T>>> & RequiredUnlessEmpty<'conditions', Conditions<Extract<FiltersOf<R>, AnyEntity['filters']>, ColumnsOf<T>, Context>>;

export type SortableOf<R extends DeclaredEntity> = CallOf<R, 'list'> extends {
    sortable: readonly (infer S extends string)[];
} ? S : never;

export const crudOf: <R extends DeclaredEntity, T extends PlainTable>(resource: R, customRules: Rules<R, T>) => {
    handlers: Pick<Handlers<R["calls"]>, PlainCall<R>>;
    top: (input: {
        to?: 0 | 1 | undefined;
    }, context: Context) => Promise<{
        isTop: 0 | 1;
    }>;
};
}

declare module 'tenant-admin/server/records/crudRules' {
import { Calls } from 'tenant-admin/resources/kit/call'

import { Context } from 'tenant-admin/server/context/context'

import { Crud } from 'tenant-admin/resources/kit/resourceBase'

import { Entity } from 'tenant-admin/resources/kit/entity'

import { PgColumn } from 'drizzle-orm/pg-core'

import { PgTable } from 'drizzle-orm/pg-core'

import { ReferenceNames } from 'tenant-admin/resources/kit/describe'

import { SQL } from 'drizzle-orm'

export type CommonRules<Row> = {
    order?: readonly SQL[];
    offered?: (context: Context) => SQL;
    check?: (context: Context, input: Partial<Row>, current: Row | null) => Promise<ReferenceNames>;
    changed?: (context: Context, before: Row, after: Row) => Promise<void>;
    uses?: {
        noun?: string;
        count: (context: Context, row: Row) => Promise<{
            refs: {
                type: string;
                count: number;
            }[];
            words: string;
        }>;
        move: (context: Context, from: Row, to: Row) => Promise<void>;
    };
};

export type DeclaredEntity = Pick<Entity, 'name' | 'title' | 'id' | 'label' | 'sort' | 'unique' | 'uniqueTogether' | 'searchFields' | 'logModule' | 'fields' | 'initial' | 'imports'> & {
    crud: Crud;
    calls: Calls;
    choices?: string;
};

export type PlainTable = PgTable & Record<'firmId' | 'version' | 'updatedAt' | 'updatedByName', PgColumn>;
}

declare module 'tenant-admin/server/records/list' {
import { ColumnsOf } from 'tenant-admin/server/records/columns'

import { PgColumn } from 'drizzle-orm/pg-core'

import { PgTable } from 'drizzle-orm/pg-core'

import { SQL } from 'drizzle-orm'

export type SortExpressions<S extends string, T extends PgTable> = {
    [K in S as K extends keyof ColumnsOf<T> ? never : K]: PgColumn | SQL;
} & {
    [K in S]?: PgColumn | SQL;
};
}

declare module 'tenant-admin/server/services/audit/audit' {
import { Caller } from 'tenant-admin/server/context/context'

import { Context } from 'tenant-admin/server/context/context'

import { Fields } from 'tenant-admin/resources/kit/field'

import { LogAction } from 'tenant-admin/resources/domain/logVocabulary'

import { LogDiff } from 'tenant-admin/server/db/tables/records'

import { LogModule } from 'tenant-admin/resources/domain/logVocabulary'

import { LoggedTarget } from 'tenant-admin/server/context/context'

import { ReferenceNames } from 'tenant-admin/resources/kit/describe'

export type LogEntry = {
    module: LogModule;
    action: LogAction;
    target?: LoggedTarget;
    diff?: LogDiff;
    summary?: string;
    reason?: string | null;
    batchId?: number;
    batchCount?: number;
    result?: 0 | 1;
    errorCode?: string;
    viewAsId?: number;
    isAutomatic?: true;
};

export type Values = Readonly<Record<string, unknown>>;

export const diffOf: (fields: Fields, before: Values, after: Values, names?: ReferenceNames) => LogDiff;

export const log: (context: Context<Caller | null>, ...entries: LogEntry[]) => Promise<void>;
}

declare module 'tenant-admin/server/services/directory/reviewers' {
export type DecidingRight = 'lawyer.pass' | 'card.audit' | 'article.pass' | 'lawyer.transfer' | 'privacy.handle' | 'proposal.decide';
}

declare module 'tenant-admin/server/services/jobs/extensionJob' {
import { Context } from 'tenant-admin/server/context/context'

import { ExtensionName } from 'tenant-admin/resources/kit/extensionNames'

import { PublicContext } from 'tenant-admin/server/context/context'

import { z } from 'zod'

export type CommonJob = {
    name: ExtensionName;
    attempts?: number;
};

export type DailyJob = CommonJob & {
    daily: string;
    payload?: never;
    run: (job: JobRun) => Promise<void>;
};

export type EnqueueOptions = {
    key?: string;
    delay?: number;
};

export type EnqueuedJob<S extends z.ZodObject = z.ZodObject> = CommonJob & {
    daily?: never;
    payload: S;
    run(job: JobRun, payload: z.output<S>): Promise<void>;
};

export type JobRun = {
    firmId: number;
    now: Date;
    read: <T>(work: (context: PublicContext) => Promise<T>) => Promise<T>;
    write: <T>(work: (context: PublicContext) => Promise<T>) => Promise<T>;
    signal: AbortSignal | undefined;
    isLastAttempt: boolean;
};

export const defineDailyJob: (job: DailyJob) => DailyJob;

export const defineJob: <S extends z.ZodObject>(job: EnqueuedJob<S>) => EnqueuedJob<S>;

export const enqueueJob: <S extends z.ZodObject>({ db, firmId }: Pick<Context, 'db' | 'firmId'>, job: EnqueuedJob<S>, payload: z.input<S>, { key, ...options }?: EnqueueOptions) => Promise<void>;
}
