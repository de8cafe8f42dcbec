import Findings
import Names

extension MatterName: Spelled {}
extension PageName: Spelled {}
