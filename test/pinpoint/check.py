"""Checks documents of Amazon Pinpoint against the model of its API that botocore has."""

import json
import sys
from pathlib import Path

from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.validate import ParamValidator

RESPONSES = {"JourneyResponse": "GetJourney", "CampaignResponse": "GetCampaign"}


def members_beside(shape, value, place):
    """Lists members that a shape does not have, and values that are none of its enum: the validator takes them."""
    if shape.type_name == "structure":
        for name, member in value.items():
            if name in shape.members:
                yield from members_beside(shape.members[name], member, f"{place}.{name}")
            else:
                yield f"{place} has no {name}"
    elif shape.type_name == "list":
        for index, member in enumerate(value):
            yield from members_beside(shape.member, member, f"{place}[{index}]")
    elif shape.type_name == "map":
        for name, member in value.items():
            yield from members_beside(shape.value, member, f"{place}.{name}")
    elif getattr(shape, "enum", None) and value not in shape.enum:
        yield f"{place} is {value}, none of {', '.join(shape.enum)}"


def problems_of(service, document):
    """Lists what is wrong with the document of one response."""
    (name, response), *others = document.items()
    if others or name not in RESPONSES:
        return [f"expected one of {', '.join(RESPONSES)}"]
    shape = service.operation_model(RESPONSES[name]).output_shape.members[name]
    report = ParamValidator().validate(response, shape)
    wrong = [report.generate_report()] if report.has_errors() else []
    return wrong + list(members_beside(shape, response, name))


def main(folder):
    service = ServiceModel(Loader().load_service_model("pinpoint", "service-2"))
    # A check that finds nothing in a document that is wrong would be no check.
    wrong = {"JourneyResponse": {"Name": 1, "Id": "1", "State": "OPEN", "Colour": "red"}}
    if len(problems_of(service, wrong)) != 3:
        return f"a document with known mistakes has other ones: {problems_of(service, wrong)}"
    files = sorted(Path(folder).glob("*.json"))
    found = [f"{file}: {one}" for file in files for one in problems_of(service, json.loads(file.read_text()))]
    if not files:
        return f"{folder} has no documents"
    if found:
        return "\n".join(found)
    print(f"Documents of Pinpoint: {len(files)} are as its model says.")
    return None


sys.exit(main(sys.argv[1]))
