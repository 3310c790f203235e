import {
  DataTable,
  DeleteButton,
  EditButton,
  FilterButton,
  List,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextInput,
  TopToolbar,
} from 'react-admin'

const filters = [
  <TextInput key="keyword" source="keyword" label="搜索" alwaysOn />,
  <ReferenceInput key="office" source="organizationId" reference="offices" label="律所">
    <SelectInput optionText="name" label="律所" />
  </ReferenceInput>,
]

/** A list of people made of react-admin's own components. */
export const PlainPeople = () => (
  <List
    resource="lawyers"
    filters={filters}
    actions={
      <TopToolbar>
        <FilterButton />
      </TopToolbar>
    }
    exporter={false}
  >
    <DataTable bulkActionButtons={false}>
      <DataTable.Col source="name" />
      <DataTable.Col source="organizationId" label="律所">
        <ReferenceField source="organizationId" reference="offices" link={false} />
      </DataTable.Col>
      <DataTable.Col label="操作">
        <EditButton />
        <DeleteButton
          mutationMode="pessimistic"
          mutationOptions={{ meta: { demands: { reason: '重复录入' } } }}
        />
      </DataTable.Col>
    </DataTable>
  </List>
)
