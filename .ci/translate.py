#!/usr/bin/env python3
"""Translate a SAM template to plain CloudFormation, offline, and look at what came out.

usage: translate.py TEMPLATE

What the template does not say and SAM adds is what may surprise: roles, policies, deployments. Every role that it
makes must hold what the template says and the one managed policy for logs, and nothing else.
"""
import sys

from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

LOGS = "service-role/AWSLambdaBasicExecutionRole"


def main(path):
    with open(path, encoding="utf-8") as file:
        template = yaml_parse(file)
    for resource in template["Resources"].values():  # the translator takes only code that was uploaded
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["CodeUri"] = "s3://bucket/key"
    template.get("Globals", {}).get("Function", {}).pop("CodeUri", None)
    plain = Translator(managed_policy_map={}, sam_parser=Parser()).translate(template, parameter_values={})
    resources = plain["Resources"]
    functions = [n for n, r in resources.items() if r["Type"] == "AWS::Lambda::Function"]
    faults = [f"{n} is still SAM's" for n, r in resources.items() if r["Type"].startswith("AWS::Serverless::")]
    for name in functions:
        role = resources[f"{name}Role"]["Properties"]
        managed = [str(p) for p in role.get("ManagedPolicyArns", [])]
        if not all(LOGS in p for p in managed) or len(managed) != 1:
            faults.append(f"{name} has the managed policies {managed}")
    if faults or not functions:
        sys.exit("\n".join(faults) or "no function came out")
    print(f"{len(resources)} resources, {len(functions)} functions")


if __name__ == "__main__":
    main(sys.argv[1])
